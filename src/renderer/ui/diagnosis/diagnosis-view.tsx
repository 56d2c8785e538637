/** Draws a diagnosis: the causes that fit, most likely first, then the causes that the evidence contradicts. */

import { type ReactNode, useId } from 'react';
import { confidencePercent, confidenceWord } from '../../../shared/doctor/confidence.ts';
import type { CauseId, Diagnosis, EvidenceItem, ObservationCost, Verdict } from '../../../shared/model/diagnosis.ts';
import { lowerFirst, upperFirst } from '../../../shared/text/first-letter.ts';
import {
  IconArrowRight,
  IconHelpCircle,
  IconInfoCircle,
  IconMinus,
  IconPlus,
  IconShieldCheck,
  IconTestPipe,
  IconX,
} from '../icons.ts';
import { Tag, type Tone, toneColours } from '../tag.tsx';
import { useIdle } from '../use-idle.ts';
import styles from './diagnosis.module.css';

/** The minimum confidence of a cause that is not listed under “Does not fit”. */
const LEAST_SHOWN = 0.05;

export interface DiagnosisViewProps {
  diagnosis: Diagnosis;
  /** Draws the link to a recorded exchange; without this function, evidence has no links. */
  exchangeLink?: ((exchangeId: string) => ReactNode) | undefined;
  /** Draws a text that may cite a section of docs/service.md; without this function, the text is drawn unchanged. */
  citedText?: ((text: string) => ReactNode) | undefined;
  copyAsk?: ((text: string) => ReactNode) | undefined;
  /** Draws the link to the entry of a cause in the catalogue; null for none. */
  causeLink?: ((cause: CauseId) => ReactNode) | undefined;
}

export function DiagnosisView({ diagnosis, exchangeLink, citedText, copyAsk, causeLink }: DiagnosisViewProps) {
  const { outcome, verdicts, tellApart, ask } = diagnosis;
  const fitting = verdicts.filter(({ confidence }) => confidence >= LEAST_SHOWN);
  const others = verdicts.filter(({ confidence }) => confidence < LEAST_SHOWN);
  // Nobody sees these before they unfold them.
  const isIdle = useIdle();
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
              causeLink={causeLink}
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
            {(isIdle ? others : []).map((verdict) => (
              <VerdictView
                key={verdict.cause}
                verdict={verdict}
                exchangeLink={exchangeLink}
                citedText={citedText}
                causeLink={causeLink}
              />
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

/** The minimum confidence for showing a remedy; below it, the cause does not fit the failure. */
const LEAST_REMEDY = 0.05;

interface VerdictViewProps {
  verdict: Verdict;
  /** Whether too little is known to name the cause; the verdict then has no next step. */
  isGuess?: boolean;
  exchangeLink?: ((exchangeId: string) => ReactNode) | undefined;
  citedText?: ((text: string) => ReactNode) | undefined;
  causeLink?: ((cause: CauseId) => ReactNode) | undefined;
}

/** Draws a verdict: cause, confidence, evidence, remedy, source, and the observation that would confirm the cause, with its cost. */
function VerdictView({ verdict, isGuess = false, exchangeLink, citedText = asItIs, causeLink }: VerdictViewProps) {
  const about = causeLink?.(verdict.cause);
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
                <span className={styles.dim}>({COST_TEXTS[confirm.cost]})</span>
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
      <p className={styles.source}>
        Source: {citedText(source)}
        {about ? <> · {about}</> : null}
      </p>
    </li>
  );
}

const asItIs = (text: string): ReactNode => text;

/** The cost of each observation, in a few words. */
export const COST_TEXTS: Record<ObservationCost, string> = {
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

interface EvidenceLineProps {
  item: EvidenceItem;
  exchangeLink?: ((exchangeId: string) => ReactNode) | undefined;
  citedText: (text: string) => ReactNode;
}

function EvidenceLine({ item: { text, weight, exchangeId }, exchangeLink, citedText }: EvidenceLineProps) {
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

/** Shows a text that support can send to the customer unchanged: it contains the questions that the customer must answer. */
export function AskText({ text, button }: { text: string; button: ReactNode }) {
  const titleId = useId();
  return (
    <section className={styles.ask} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.askTitle}>
        Text to send to the customer
      </h3>
      <pre className={styles.askText}>{text}</pre>
      {button}
    </section>
  );
}
