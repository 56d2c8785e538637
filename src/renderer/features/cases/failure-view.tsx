/** The failed request and its answer, masked. */
import type { MaskedFailure } from '../../../shared/model/failure.ts';
import { formatInstant } from '../../text/format.ts';
import { StatusCode } from '../../ui/status-code.tsx';
import styles from './cases.module.css';

export function FailureView({ failure }: { failure: MaskedFailure }) {
  const { method, url, status, networkError, sentAt, origin } = failure;
  return (
    <>
      <h2 className={styles.heading}>The failing request</h2>
      <p className={styles.requestLine}>
        <span className="lk-mono">
          {method ?? '(method not known)'} {url ?? '(address not known)'}
        </span>
        {networkError ? (
          <span>{networkError.message}</span>
        ) : status === null ? (
          <span>No answer known</span>
        ) : (
          <StatusCode status={status} withName />
        )}
      </p>
      <p className={styles.dim}>
        {origin === 'paste' ? 'Pasted' : 'Recorded by this app'}
        {sentAt === null ? '' : `, sent ${formatInstant(sentAt, { style: 'long' })}`}. Secrets and guests’ data are
        masked.
      </p>
      <Message
        name="Request"
        headers={failure.requestHeaders}
        isKnown={failure.requestHeadersKnown}
        body={failure.requestBody?.text ?? null}
      />
      <Message
        name="Answer"
        headers={failure.responseHeaders}
        isKnown={failure.responseHeadersKnown}
        body={failure.responseBody}
      />
    </>
  );
}

interface MessageProps {
  name: string;
  headers: MaskedFailure['requestHeaders'];
  isKnown: boolean;
  body: string | null;
}

function Message({ name, headers, isKnown, body }: MessageProps) {
  if (headers.length === 0 && body === null) return null;
  return (
    <details className={styles.message}>
      <summary>
        {name}
        {isKnown ? '' : ' (not all headers are known)'}
      </summary>
      <pre>
        {headers.map(([header, value]) => `${header}: ${value}\n`).join('')}
        {body === null ? '' : `\n${body}`}
      </pre>
    </details>
  );
}
