/** One part of the settings: a title and its content. The one that the address names is brought into view. */
import { Card } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './settings.module.css';

export function SettingsSection({
  title,
  name,
  children,
}: {
  title: string;
  /** What an address calls it. */
  name?: string;
  children: ReactNode;
}) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { section } = useSearch({ from: '/settings' });
  const meant = name !== undefined && name === section;
  useEffect(() => {
    if (!meant) return;
    // The shell has moved the focus to the page by then.
    const timer = setTimeout(() => {
      heading.current?.scrollIntoView({ block: 'start' });
      heading.current?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [meant]);
  return (
    <Card component="section" aria-labelledby={titleId}>
      <h2 id={titleId} ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      {children}
    </Card>
  );
}
