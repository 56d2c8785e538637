/** A diagnosis on the screen: the causes that fit, most likely first, then those that the evidence contradicts. */

import type { ReactNode } from 'react';
import type { Diagnosis } from '../../../shared/model/diagnosis.ts';
import { IconHelpCircle, IconInfoCircle, IconShieldCheck } from '../icons.ts';
import { AskText } from './ask-text.tsx';
import styles from './diagnosis.module.css';
import { VerdictView } from './verdict-view.tsx';

/** A cause with less confidence is listed under “Does not fit”. */
const LEAST_SHOWN = 0.05;

export interface DiagnosisViewProps {
  diagnosis: Diagnosis;
  /** Draws the link to a recorded exchange; without this function, evidence has no links. */
  exchangeLink?: ((exchangeId: string) => ReactNode) | undefined;
  /** Draws a text that may cite a section of docs/service.md; without this function, the text is drawn unchanged. */
  citedText?: ((text: string) => ReactNode) | undefined;
  copyAsk?: ((text: string) => ReactNode) | undefined;
}

export function DiagnosisView({ diagnosis, exchangeLink, citedText, copyAsk }: DiagnosisViewProps) {
  const { outcome, verdicts, tellApart, ask } = diagnosis;
  const fitting = verdicts.filter(({ confidence }) => confidence >= LEAST_SHOWN);
  const others = verdicts.filter(({ confidence }) => confidence < LEAST_SHOWN);
  return (
    <>
      {outcome === 'verdict' ? null : (
        <p className={styles.outcome} data-outcome={outcome}>
          {outcome === 'nothingWrong' ? (
            <IconShieldCheck size={17} aria-hidden />
          ) : (
            <IconHelpCircle size={17} aria-hidden />
          )}
          {outcome === 'nothingWrong'
            ? 'Nothing is wrong with this exchange.'
            : 'Not enough is known to name one cause.'}
        </p>
      )}
      {ask ? <AskText text={ask} button={copyAsk?.(ask)} /> : null}
      {fitting.length > 0 ? (
        <ol
          className={styles.causes}
          aria-label={outcome === 'notEnough' ? 'Possible causes' : 'Causes that fit, most likely first'}
        >
          {fitting.map((verdict) => (
            <VerdictView
              key={verdict.cause}
              verdict={verdict}
              isGuess={outcome === 'notEnough'}
              exchangeLink={exchangeLink}
              citedText={citedText}
            />
          ))}
        </ol>
      ) : (
        <p className={styles.dim}>All known causes are ruled out. The failure may have been temporary.</p>
      )}
      {tellApart ? (
        <p className={styles.apart}>
          <IconInfoCircle size={17} aria-hidden />
          <span>
            <span className={styles.word}>What would tell the first two apart:</span> {tellApart}
          </span>
        </p>
      ) : null}
      {others.length > 0 ? (
        <details className={styles.more}>
          <summary>
            Does not fit ({others.length}): {others.map(({ title }) => lowerFirst(title)).join(', ')}
          </summary>
          <ul className={styles.causes}>
            {others.map((verdict) => (
              <VerdictView key={verdict.cause} verdict={verdict} exchangeLink={exchangeLink} citedText={citedText} />
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
