/**
 * Draws the check of a request that has no answer: would it be accepted, which parts would be refused, their corrections, and the questions that only
 * the service can answer.
 */
import { type ReactNode, useId } from 'react';
import { CHECK_SENTENCES, checkOutcome, UNKNOWN_TITLE } from '../../../shared/doctor/request-check.ts';
import type { CheckFinding, RequestCheck } from '../../../shared/model/request-check.ts';
import { IconAlertTriangle, IconArrowRight, IconHelpCircle, IconShieldCheck, IconX } from '../icons.ts';
import { toneColours } from '../tag.tsx';
import styles from './diagnosis.module.css';

const ICONS = { refused: IconX, doubtful: IconAlertTriangle, clear: IconShieldCheck } as const;

interface CheckViewProps {
  check: RequestCheck;
  /** Draws a text that may cite a section of docs/service.md. */
  citedText: (text: string) => ReactNode;
  copy: ReactNode;
}

export function CheckView({ check, citedText, copy }: CheckViewProps) {
  const titleId = useId();
  const outcome = checkOutcome(check);
  const Icon = ICONS[outcome];
  return (
    <section aria-label="Check of the request">
      <p className={styles.outcome} data-outcome={outcome}>
        <Icon size={17} aria-hidden />
        {CHECK_SENTENCES[outcome]}
      </p>
      {check.findings.length > 0 ? (
        <ol className={styles.causes} aria-label="What is wrong with the request">
          {check.findings.map((finding) => (
            <FindingView key={finding.text} finding={finding} citedText={citedText} />
          ))}
        </ol>
      ) : null}
      <h3 id={titleId} className={styles.askTitle}>
        {UNKNOWN_TITLE}
      </h3>
      <ul className={styles.unknown} aria-labelledby={titleId}>
        {check.unknown.map((line) => (
          <li key={line}>
            <IconHelpCircle size={15} aria-hidden />
            <span>{line}</span>
          </li>
        ))}
      </ul>
      {copy}
    </section>
  );
}

interface FindingViewProps {
  finding: CheckFinding;
  citedText: (text: string) => ReactNode;
}

function FindingView({ finding: { level, text, right, source }, citedText }: FindingViewProps) {
  const Icon = ICONS[level];
  return (
    <li className={styles.cause}>
      <p className={styles.finding}>
        <Icon
          size={15}
          stroke={2.25}
          aria-hidden
          style={{ color: toneColours(level === 'refused' ? 'bad' : 'warn').strong }}
        />
        <span>
          <span className={styles.word}>{level === 'refused' ? 'Refused:' : 'Perhaps refused:'}</span> {text}
        </span>
      </p>
      <p className={styles.step}>
        <IconArrowRight size={15} aria-hidden />
        <span>
          <span className={styles.word}>Right:</span> {right}
        </span>
      </p>
      <p className={styles.source}>Source: {citedText(source)}</p>
    </li>
  );
}
