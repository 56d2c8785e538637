/** One section of the panel: title, explanation and controls. */
import { Card } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './sandbox.module.css';

export function Section({ title, about, children }: { title: string; about: ReactNode; children: ReactNode }) {
  const titleId = useId();
  return (
    <Card component="section" aria-labelledby={titleId} className={styles.section ?? ''}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <p className={styles.about}>{about}</p>
      {children}
    </Card>
  );
}

/** One setting: title and explanation on the left, control on the right. */
export function Line({ title, about, children }: { title: ReactNode; about?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <div className={styles.lineText}>
        <div className={styles.lineTitle}>{title}</div>
        {about ? <div className={styles.lineAbout}>{about}</div> : null}
      </div>
      <div className={styles.control}>{children}</div>
    </div>
  );
}
