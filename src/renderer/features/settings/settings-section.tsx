/** A section of the Settings page. It scrolls into view when the page's address names it (`section=`). */
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
  /** The name of the section in the page's address. */
  name?: string;
  children: ReactNode;
}) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { section } = useSearch({ from: '/settings' });
  const isTarget = name !== undefined && name === section;
  useEffect(() => {
    if (!isTarget) return;
    // The timer runs after the shell has moved the focus to the page.
    const timer = setTimeout(() => {
      heading.current?.scrollIntoView({ block: 'start' });
      heading.current?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [isTarget]);
  return (
    <Card component="section" aria-labelledby={titleId}>
      <h2 id={titleId} ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      {children}
    </Card>
  );
}
