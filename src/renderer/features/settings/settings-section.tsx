/** One part of the settings: a title and its content. */
import { Card } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './settings.module.css';

export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Card component="section" aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {children}
    </Card>
  );
}
