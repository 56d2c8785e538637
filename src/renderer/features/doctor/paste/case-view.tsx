/** One pasted failure: its verdict, the corrected request, and everything that was read of it, masked. */

import { Card } from '@mantine/core';
import type { ReactNode } from 'react';
import { checkLines, namesMore } from '../../../../shared/doctor/request-check.ts';
import type { Diagnosis } from '../../../../shared/model/diagnosis.ts';
import type { MaskedFailure } from '../../../../shared/model/failure.ts';
import type { PastedCase } from '../../../../shared/model/pasted.ts';
import type { RequestCheck } from '../../../../shared/model/request-check.ts';
import { utcText } from '../../../../shared/time/utc-text.ts';
import { causeLink, citedText } from '../../../actions/cited-text.tsx';
import { CopyTextButton } from '../../../actions/copy-text-button.tsx';
import { CopyTicket } from '../../../actions/copy-ticket.tsx';
import { CorrectedRequestView } from '../../../actions/corrected-request-view.tsx';
import { MaskedText } from '../../../actions/masked-text.tsx';
import { PageLink } from '../../../navigation/page-link.tsx';
import { formatCount } from '../../../text/format.ts';
import { CheckView } from '../../../ui/diagnosis/check-view.tsx';
import { AskText, DiagnosisView } from '../../../ui/diagnosis/diagnosis-view.tsx';
import { TokenClaims } from '../../../ui/diagnosis/token-claims.tsx';
import { StatusCode } from '../../../ui/status-code.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useAreVerdictsHidden } from '../training/use-practice.ts';
import { VerdictVeil } from '../training/verdict-veil.tsx';
import styles from './paste.module.css';

export function CaseView({ one, titleId }: { one: PastedCase; titleId: string }) {
  const { failure, diagnosis, check, token, corrected, marks, where, caseId } = one;
  const isVeiled = useAreVerdictsHidden('customer');
  return (
    <Card component="article" aria-labelledby={titleId} className={styles.case ?? ''}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          <MaskedText text={requestTitle(failure)} />
        </h2>
        {check ? <Tag tone="muted">No answer in the text</Tag> : <StatusCode status={failure.status} withName />}
        {caseId === null ? null : (
          <span className={styles.kept}>
            <CopyTicket caseId={caseId} size="compact-sm" />
            <PageLink to="/cases" search={{ id: caseId }} size="sm">
              Case and support bundle
            </PageLink>
          </span>
        )}
      </div>
      <p className={styles.facts}>
        <span>{where}</span>
        {failure.sentAt === null ? null : (
          <time dateTime={new Date(failure.sentAt).toISOString()}>{utcText(failure.sentAt)}</time>
        )}
        <span>{marks === 0 ? 'nothing to mask' : `${formatCount(marks, 'value')} masked`}</span>
        {failure.networkError ? (
          <span>
            <MaskedText text={failure.networkError.message} />
          </span>
        ) : null}
      </p>
      {isVeiled ? (
        <VerdictVeil />
      ) : (
        <>
          <div className={styles.columns}>
            <div>
              {check ? <CheckedRequest check={check} diagnosis={diagnosis} /> : <Causes diagnosis={diagnosis} />}
            </div>
            {corrected ? <CorrectedRequestView corrected={corrected} /> : null}
          </div>
          {token ? <TokenClaims panel={token} /> : null}
        </>
      )}
      <ReadParts failure={failure} />
    </Card>
  );
}

const Causes = ({ diagnosis }: { diagnosis: Diagnosis }) => (
  <DiagnosisView
    diagnosis={diagnosis}
    citedText={citedText}
    causeLink={causeLink}
    copyAsk={(text) => <CopyTextButton text={text} label="Copy this text" />}
  />
);

/** The check of a request without an answer, and the causes that the words around it name besides; else a text for the customer, folded away. */
function CheckedRequest({ check, diagnosis }: { check: RequestCheck; diagnosis: Diagnosis }) {
  return (
    <>
      <CheckView
        check={check}
        citedText={citedText}
        copy={<CopyTextButton text={checkLines(check).join('\n')} label="Copy this check" />}
      />
      {namesMore(diagnosis, check) ? (
        <>
          <h3 className={styles.subtitle}>If it failed: what the text around it suggests</h3>
          <Causes diagnosis={diagnosis} />
        </>
      ) : diagnosis.ask === null ? null : (
        <details className={styles.parts}>
          <summary>If it failed all the same</summary>
          <AskText text={diagnosis.ask} button={<CopyTextButton text={diagnosis.ask} label="Copy this text" />} />
        </details>
      )}
    </>
  );
}

const requestTitle = ({ method, url }: MaskedFailure): string =>
  [method, url].filter((part) => part !== null).join(' ') || 'A request that the text does not show';

function ReadParts({ failure }: { failure: MaskedFailure }) {
  const { requestHeaders, requestBody, responseHeaders, responseBody, status } = failure;
  const lines = (headers: MaskedFailure['requestHeaders']) =>
    headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  const hasAnswer = status !== null || responseBody !== null || responseHeaders.length > 0;
  return (
    <details className={styles.parts}>
      <summary>What was read, masked</summary>
      <Part title="Request headers">{lines(requestHeaders) || absence(failure.requestHeadersKnown)}</Part>
      {requestBody?.text ? <Part title="Request body">{requestBody.text}</Part> : null}
      {hasAnswer ? (
        <>
          <Part title="Response headers">{lines(responseHeaders) || absence(failure.responseHeadersKnown)}</Part>
          <Part title="Response body">{responseBody ?? 'Not in the text.'}</Part>
        </>
      ) : (
        <p className={styles.dim}>The text shows no answer.</p>
      )}
    </details>
  );
}

const absence = (isKnown: boolean): string => (isKnown ? 'None.' : 'Not in the text.');

function Part({ title, children }: { title: string; children: string }): ReactNode {
  return (
    <>
      <h3 className={styles.subtitle}>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
      <pre className={styles.code} tabIndex={0}>
        <MaskedText text={children} />
      </pre>
    </>
  );
}
