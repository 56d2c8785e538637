/** Shows a verdict: its cause, confidence, evidence, remedy and source, and which observation would confirm the cause at what cost. */

import type { ReactNode } from 'react';
import { confidencePercent, confidenceWord } from '../../../shared/doctor/confidence.ts';
import type { EvidenceItem, ObservationCost, Verdict } from '../../../shared/model/diagnosis.ts';
import { IconArrowRight, IconMinus, IconPlus, IconTestPipe, IconX } from '../icons.ts';
import { Tag } from '../tag.tsx';
import { type Tone, toneColours } from '../tone.ts';
import styles from './diagnosis.module.css';

/** With less confidence, no remedy is shown, because the cause does not fit the failure. */
const LEAST_REMEDY = 0.05;

export function VerdictView({
  verdict,
  isGuess = false,
  exchangeLink,
  citedText = asItIs,
}: {
  verdict: Verdict;
  /** Whether too little is known to name the cause; the verdict then has no next step. */
  isGuess?: boolean;
  exchangeLink?: ((exchangeId: string) => ReactNode) | undefined;
  citedText?: ((text: string) => ReactNode) | undefined;
}) {
  const { title, confidence, evidence, confirm, remedy, source } = verdict;
  return (
    <li className={styles.cause}>
      <div className={styles.head}>
        <h3 className={styles.title}>{title}</h3>
        <Tag tone={confidenceTone(confidence)}>
          {upperFirst(confidenceWord(confidence))} · {confidencePercent(confidence)}
        </Tag>
      </div>
      <ul className={styles.evidence}>
        {evidence.map((item) => (
          <EvidenceLine key={item.text} item={item} exchangeLink={exchangeLink} citedText={citedText} />
        ))}
      </ul>
      {confidence < LEAST_REMEDY ? null : (
        <>
          {confirm ? (
            <p className={styles.step}>
              <IconTestPipe size={15} aria-hidden />
              <span>
                <span className={styles.word}>To confirm:</span> {confirm.text}{' '}
                <span className={styles.dim}>({COSTS[confirm.cost]})</span>
              </span>
            </p>
          ) : null}
          {isGuess ? null : (
            <p className={styles.step}>
              <IconArrowRight size={15} aria-hidden />
              <span>
                <span className={styles.word}>Next:</span> {remedy}
              </span>
            </p>
          )}
        </>
      )}
      <p className={styles.source}>Source: {citedText(source)}</p>
    </li>
  );
}

const asItIs = (text: string): ReactNode => text;

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const COSTS: Record<ObservationCost, string> = {
  nothing: 'costs nothing',
  request: 'costs 1 request',
  token: 'costs 1 token',
  customer: 'a question to the customer',
};

function confidenceTone(confidence: number): Tone {
  const word = confidenceWord(confidence);
  if (word === 'nearly certain' || word === 'likely') return 'accent';
  return word === 'more likely than others' ? 'info' : 'muted';
}

const WEIGHTS: Record<EvidenceItem['weight'], { title: string; tone: Tone; Icon: typeof IconPlus }> = {
  for: { title: 'For', tone: 'accent', Icon: IconPlus },
  against: { title: 'Against', tone: 'good', Icon: IconX },
  neutral: { title: 'Note', tone: 'muted', Icon: IconMinus },
};

function EvidenceLine({
  item: { text, weight, exchangeId },
  exchangeLink,
  citedText,
}: {
  item: EvidenceItem;
  exchangeLink?: ((exchangeId: string) => ReactNode) | undefined;
  citedText: (text: string) => ReactNode;
}) {
  const { title, tone, Icon } = WEIGHTS[weight];
  return (
    <li>
      <Icon size={15} stroke={2.25} aria-hidden style={{ color: toneColours(tone).strong }} />
      <span>
        <span className={styles.dim}>{title}:</span> {citedText(text)}{' '}
        {exchangeId && exchangeLink ? exchangeLink(exchangeId) : null}
      </span>
    </li>
  );
}
