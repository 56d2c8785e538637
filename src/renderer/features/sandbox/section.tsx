/** A section of the control panel: title, explanation and controls. */
import { Card } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './sandbox.module.css';

interface SectionProps {
  title: string;
  description: ReactNode;
  children: ReactNode;
}

export function Section({ title, description, children }: SectionProps) {
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

interface SettingRowProps {
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
}

export function SettingRow({ title, description, children }: SettingRowProps) {
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
