/** A section of the control panel: title, explanation and controls. */
import { Card } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './sandbox.module.css';

export function Section({
  title,
  description,
  children,
}: {
  title: string;
  description: ReactNode;
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <Card component="section" aria-labelledby={titleId} className={styles.section ?? ''}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <p className={styles.description}>{description}</p>
      {children}
    </Card>
  );
}

export function SettingRow({
  title,
  description,
  children,
}: {
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.setting}>
      <div className={styles.settingText}>
        <div className={styles.settingTitle}>{title}</div>
        {description ? <div className={styles.settingDescription}>{description}</div> : null}
      </div>
      <div className={styles.control}>{children}</div>
    </div>
  );
}
