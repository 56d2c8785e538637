/** One pasted failure: what it was, the verdict, the request as it should have been, and everything that was read, masked. */
import { Button, Card } from '@mantine/core';
import { IconCheck, IconClipboardText } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CorrectedRequest, PastedCase, PastedFailure } from '../../../../shared/model/pasted.ts';
import { useCopy } from '../../../actions/use-copy.ts';
import { formatCount } from '../../../text/format.ts';
import { DiagnosisView } from '../../../ui/diagnosis/diagnosis-view.tsx';
import { StatusCode } from '../../../ui/status-code.tsx';
import { MaskedText } from './masked-text.tsx';
import styles from './paste.module.css';

export function CaseView({ one, titleId }: { one: PastedCase; titleId: string }) {
  const { failure, diagnosis, corrected, marks, where } = one;
  return (
    <Card component="article" aria-labelledby={titleId} className={styles.case ?? ''}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          <MaskedText text={requestTitle(failure)} />
        </h2>
        <StatusCode status={failure.status} withName />
      </div>
      <p className={styles.facts}>
        <span>{where}</span>
        {failure.sentAt === null ? null : (
          <time dateTime={new Date(failure.sentAt).toISOString()}>{utc(failure.sentAt)}</time>
        )}
        <span>{marks === 0 ? 'nothing to mask' : `${formatCount(marks, 'value')} masked`}</span>
        {failure.networkError ? (
          <span>
            <MaskedText text={failure.networkError.message} />
          </span>
        ) : null}
      </p>
      <div className={styles.columns}>
        <div>
          <DiagnosisView diagnosis={diagnosis} copyAsk={(text) => <CopyText text={text} label="Copy this text" />} />
        </div>
        {corrected ? <Corrected corrected={corrected} /> : null}
      </div>
      <ReadParts failure={failure} />
    </Card>
  );
}

const requestTitle = ({ method, url }: PastedFailure): string =>
  [method, url].filter((part) => part !== null).join(' ') || 'A request that the text does not show';

/** The customer may be in another time zone. */
const utc = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

function Corrected({ corrected }: { corrected: CorrectedRequest }) {
  return (
    <section className={styles.corrected} aria-label="What this request should have looked like">
      <h3 className={styles.subtitle}>What this request should have looked like</h3>
      {corrected.changes.length === 0 ? (
        <p className={styles.dim}>As it was sent: nothing in the request itself is wrong.</p>
      ) : (
        <ul className={styles.changes}>
          {corrected.changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
      <pre className={styles.code} tabIndex={0}>
        <MaskedText text={corrected.curl} />
      </pre>
      <CopyText text={corrected.curl} label="Copy as cURL" />
    </section>
  );
}

const SHOWN_MS = 2_000;

function CopyText({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy(SHOWN_MS);
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconClipboardText size={15} aria-hidden />}
      onClick={() => copy(text)}
    >
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </Button>
  );
}

function ReadParts({ failure }: { failure: PastedFailure }) {
  const { requestHeaders, requestBody, responseHeaders, responseBody, status } = failure;
  const lines = (headers: PastedFailure['requestHeaders']) =>
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
