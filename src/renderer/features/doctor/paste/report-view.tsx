/** The report on an input: the number of failures, the selected failure, and the parts that could not be read. */
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { CHECK_SENTENCES, checkOutcome, namesMore } from '../../../../shared/doctor/request-check.ts';
import type { PastedCase, PastedReport } from '../../../../shared/model/pasted.ts';
import { CopyTextButton } from '../../../actions/copy-text-button.tsx';
import { MaskedText } from '../../../actions/masked-text.tsx';
import { formatCount } from '../../../text/format.ts';
import { AskText } from '../../../ui/diagnosis/diagnosis-view.tsx';
import { TokenClaims } from '../../../ui/diagnosis/token-claims.tsx';
import { later } from '../../../ui/later.tsx';
import { StatusCode } from '../../../ui/status-code.tsx';
import { useAreVerdictsHidden } from '../training/use-practice.ts';
import { CaseView } from './case-view.tsx';
import styles from './paste.module.css';

const PastedTimeline = later(async () => (await import('./pasted-timeline.tsx')).PastedTimeline);

export function ReportView({ report }: { report: PastedReport }) {
  const { cases } = report;
  const [chosen, setChosen] = useState(0);
  const titleId = useId();
  const summary = useRef<HTMLParagraphElement>(null);
  // In a small window, the report begins below the text.
  useEffect(() => {
    // Chromium returns a promise, which React would take for a cleanup function.
    void summary.current?.scrollIntoView?.({ block: 'start' });
  }, []);
  const one = cases[chosen] ?? cases[0];
  return (
    <section aria-label="Diagnosis">
      <p ref={summary} className={styles.summary} role="status">
        {summaryText(report)}
      </p>
      {cases.length > 1 ? (
        <ul className={styles.list} aria-label="Failures found">
          {cases.map((item, index) => (
            <li key={item.where + String(index)}>
              <CaseButton item={item} isShown={item === one} onShow={() => setChosen(index)} />
            </li>
          ))}
        </ul>
      ) : null}
      {one ? <CaseView key={chosen} one={one} titleId={titleId} /> : null}
      {report.moments.length > 1 ? (
        <Suspense>
          <PastedTimeline moments={report.moments} exchanges={report.exchanges} />
        </Suspense>
      ) : null}
      {report.tokens.map(({ where, panel }) => (
        <TokenClaims key={where} panel={panel} where={where} />
      ))}
      {report.ask === null ? null : (
        <AskText text={report.ask} button={<CopyTextButton text={report.ask} label="Copy this text" />} />
      )}
      <Unread report={report} />
    </section>
  );
}

function summaryText({ kind, exchanges, succeeded, skipped, cases }: PastedReport): string {
  if (kind === 'refused') return 'Nothing was read.';
  if (exchanges === 0)
    return cases.length > 0
      ? 'No request, answer or error is quoted; the cause is read from the words of the message. Ask the customer for what would confirm it.'
      : 'No request, answer or error was recognised. The text is still above; ask the customer for what is missing.';
  if (cases.length === 0) return `${formatCount(exchanges, 'exchange')} found, none of them failed.`;
  const unanswered = cases.filter(({ check }) => check !== null).length;
  if (unanswered > 0 && unanswered === cases.length)
    return `${formatCount(unanswered, 'request')} without an answer, checked here; nothing was sent.`;
  const failed = exchanges - succeeded;
  const found =
    failed === 0
      ? `${formatCount(exchanges, 'exchange')} found, none failed`
      : `${formatCount(failed, 'failure')} found`;
  const among = exchanges > failed && failed > 0 ? ` among ${formatCount(exchanges, 'exchange')}` : '';
  return `${found}${among}.${skipped > 0 ? ` The first ${cases.length} are shown.` : ''}`;
}

function CaseButton({ item, isShown, onShow }: { item: PastedCase; isShown: boolean; onShow: () => void }) {
  const { failure, diagnosis, check, where } = item;
  const isVeiled = useAreVerdictsHidden('customer');
  const title =
    check && !namesMore(diagnosis, check)
      ? CHECK_SENTENCES[checkOutcome(check)]
      : diagnosis.outcome === 'verdict'
        ? diagnosis.verdicts[0]?.title
        : null;
  return (
    <button type="button" className={styles.item} aria-current={isShown ? 'true' : undefined} onClick={onShow}>
      <StatusCode status={failure.status} />
      <span className={styles.itemText}>
        <MaskedText text={[failure.method, failure.url].filter((part) => part !== null).join(' ') || where} />
      </span>
      <span className={styles.dim}>
        {isVeiled ? null : (title ?? (diagnosis.outcome === 'nothingWrong' ? 'Nothing wrong' : 'Not enough is known'))}
      </span>
    </button>
  );
}

function Unread({ report: { unread, kind } }: { report: PastedReport }) {
  if (unread.length === 0) return null;
  const lines = (
    <ul className={styles.changes}>
      {unread.map(({ what, where }) => (
        <li key={where + what}>
          {what} <span className={styles.dim}>({where})</span>
        </li>
      ))}
    </ul>
  );
  if (kind === 'refused') return lines;
  return (
    <details className={styles.parts}>
      <summary>Not read ({unread.length})</summary>
      {lines}
    </details>
  );
}
