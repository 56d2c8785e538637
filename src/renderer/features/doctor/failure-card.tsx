/** The card of a failure group: the operation, the count, the service's message, the causes of the newest failure, and links. */
import { Button, Card } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { confidencePercent, confidenceWord } from '../../../shared/doctor/confidence.ts';
import type { FailureGroup } from '../../../shared/model/failure-group.ts';
import { API_NAMES, operationName } from '../../../shared/text/api-names.ts';
import { causeLink, citedText } from '../../actions/cited-text.tsx';
import { CopyButton } from '../../actions/copy-button.tsx';
import { CopyTicket } from '../../actions/copy-ticket.tsx';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatInstant } from '../../text/format.ts';
import { DiagnosisView } from '../../ui/diagnosis/diagnosis-view.tsx';
import { IconCircleCheck, IconCircleMinus } from '../../ui/icons.ts';
import { StatusCode } from '../../ui/status-code.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './doctor.module.css';
import { useAreVerdictsHidden } from './training/use-practice.ts';
import { VerdictVeil } from './training/verdict-veil.tsx';

interface Props {
  failure: FailureGroup;
  credentialLabel: string | null;
  /** True when a link leads to this failure. The card then scrolls into view and takes the focus. */
  linked: boolean;
  opened: boolean;
}

export function FailureCard({ failure, credentialLabel, linked, opened }: Props) {
  const isVeiled = useAreVerdictsHidden('console');
  const titleId = useId();
  const [isOpen, setOpen] = useState(opened || linked);
  const [first] = failure.diagnosis.verdicts;
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!linked) return;
    setOpen(true);
    card.current?.scrollIntoView?.({ block: 'start' });
    card.current?.focus({ preventScroll: true });
  }, [linked]);
  return (
    <Card
      ref={card}
      component="article"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={styles.card ?? ''}
      data-linked={linked || undefined}
    >
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {operationName(failure.operation)}
        </h2>
        <StatusCode status={failure.status} withName />
        <SettledTag settled={failure.settled} />
        <span className={styles.spacer} />
        <PageLink to="/traffic" search={{ id: failure.exchangeId }} size="sm">
          See the exchange
        </PageLink>
        {isVeiled || failure.caseId === null ? null : (
          <>
            <PageLink to="/cases" search={{ id: failure.caseId }} size="sm">
              Case and support bundle
            </PageLink>
            <CopyTicket caseId={failure.caseId} size="compact-sm" />
          </>
        )}
      </div>
      <div className={styles.facts}>
        {failure.count > 1 ? (
          <span className={styles.count}>
            {formatCount(failure.count, 'time')} since {formatInstant(failure.firstAt)}
          </span>
        ) : null}
        <time dateTime={new Date(failure.at).toISOString()}>{formatInstant(failure.at, { style: 'long' })}</time>
        <span>{API_NAMES[failure.api]}</span>
        {credentialLabel ? <span>{credentialLabel}</span> : null}
        {failure.tokenGeneration === null ? null : <span>token generation {failure.tokenGeneration}</span>}
        {failure.requestId ? (
          <span className={styles.requestId}>
            request id <span className="lk-mono">{failure.requestId}</span>
            <CopyButton text={failure.requestId} label="Copy the request id" size="xs" />
          </span>
        ) : (
          <span>no request id</span>
        )}
      </div>
      {failure.serverMessage || failure.serverCode ? (
        <blockquote className={styles.message}>
          {failure.serverMessage ? <p>“{failure.serverMessage}”</p> : null}
          <footer>
            {failure.serverCode ? (
              <>
                The service, code <code className="lk-mono">{failure.serverCode}</code>
              </>
            ) : (
              'The service'
            )}
          </footer>
        </blockquote>
      ) : (
        <p className={styles.dim}>{withoutReason(failure)}</p>
      )}
      {isVeiled ? (
        <VerdictVeil />
      ) : (
        <>
          <div className={styles.verdict}>
            <span>
              {isOpen
                ? 'Causes'
                : failure.diagnosis.outcome === 'verdict' && first
                  ? `${first.title}: ${confidenceWord(first.confidence)} (${confidencePercent(first.confidence)})`
                  : 'Not enough is known to name one cause.'}
            </span>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-expanded={isOpen}
              onClick={() => setOpen((known) => !known)}
            >
              {isOpen ? 'Hide the causes' : 'Show the causes'}
            </Button>
          </div>
          {isOpen ? (
            <DiagnosisView
              diagnosis={failure.diagnosis}
              exchangeLink={(id) => (
                <PageLink to="/traffic" search={{ id }} size="sm" underline="always">
                  see that exchange
                </PageLink>
              )}
              citedText={citedText}
              causeLink={causeLink}
              copyAsk={(text) => <CopyButton text={text} label="Copy the text for the customer" size="sm" />}
            />
          ) : null}
        </>
      )}
    </Card>
  );
}

function withoutReason({ status }: FailureGroup): string {
  if (status === null) return 'No answer came.';
  return status < 400 ? 'The answer has a status of success.' : 'The service gave no reason.';
}

/** Shows whether an operation has worked again since its failure. */
function SettledTag({ settled }: { settled: boolean }) {
  return settled ? (
    <Tag tone="good" icon={<IconCircleCheck size={14} stroke={2} aria-hidden />}>
      Worked again since
    </Tag>
  ) : (
    <Tag tone="bad" icon={<IconCircleMinus size={14} stroke={2} aria-hidden />}>
      Has not worked since
    </Tag>
  );
}
