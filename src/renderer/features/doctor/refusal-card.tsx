/** One refusal: the operation, the server’s message, the causes, and links. */
import { Card } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { API_NAMES, operationName } from '../../../shared/api-names.ts';
import type { Refusal } from '../../../shared/model/refusal.ts';
import { CopyButton } from '../../actions/copy-button.tsx';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatInstant } from '../../text/format.ts';
import { DiagnosisView } from '../../ui/diagnosis/diagnosis-view.tsx';
import { StatusCode } from '../../ui/status-code.tsx';
import { CopySummary } from './copy-summary.tsx';
import styles from './doctor.module.css';
import { SettledTag } from './settled-tag.tsx';
import { useIsVeiled } from './training/use-practice.ts';
import { VerdictVeil } from './training/verdict-veil.tsx';

export function RefusalCard({
  refusal,
  credentialLabel,
  linked,
}: {
  refusal: Refusal;
  credentialLabel: string | null;
  /** True for the refusal that a link leads to: it is scrolled into view and focused. */
  linked: boolean;
}) {
  const isVeiled = useIsVeiled('console');
  const titleId = useId();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!linked) return;
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
          {operationName(refusal.operation)}
        </h2>
        <StatusCode status={refusal.status} withName />
        <SettledTag settled={refusal.settled} />
        <span className={styles.spacer} />
        <PageLink to="/traffic" search={{ id: refusal.exchangeId }} size="sm">
          See the exchange
        </PageLink>
        {isVeiled ? null : <CopySummary refusal={refusal} application={credentialLabel} />}
      </div>
      <div className={styles.facts}>
        <time dateTime={new Date(refusal.at).toISOString()}>{formatInstant(refusal.at, { style: 'long' })}</time>
        <span>{API_NAMES[refusal.api]}</span>
        {credentialLabel ? <span>{credentialLabel}</span> : null}
        {refusal.tokenGeneration === null ? null : <span>token generation {refusal.tokenGeneration}</span>}
        {refusal.requestId ? (
          <span className={styles.requestId}>
            request id <span className="lk-mono">{refusal.requestId}</span>
            <CopyButton text={refusal.requestId} label="Copy the request id" size="xs" />
          </span>
        ) : (
          <span>no request id</span>
        )}
      </div>
      {refusal.serverMessage || refusal.serverCode ? (
        <blockquote className={styles.message}>
          {refusal.serverMessage ? <p>“{refusal.serverMessage}”</p> : null}
          <footer>
            {refusal.serverCode ? (
              <>
                The service, code <code className="lk-mono">{refusal.serverCode}</code>
              </>
            ) : (
              'The service'
            )}
          </footer>
        </blockquote>
      ) : (
        <p className={styles.dim}>The service gave no reason.</p>
      )}
      {isVeiled ? (
        <VerdictVeil />
      ) : (
        <DiagnosisView
          diagnosis={refusal.diagnosis}
          exchangeLink={(id) => (
            <PageLink to="/traffic" search={{ id }} size="sm" underline="always">
              see that exchange
            </PageLink>
          )}
          copyAsk={(text) => <CopyButton text={text} label="Copy the text for the customer" size="sm" />}
        />
      )}
    </Card>
  );
}
