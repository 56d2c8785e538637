/** An HTTP status with its tone; null stands for a request without a response. */
import { Tag, type Tone } from './tag.tsx';

const NAMES: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  204: 'No content',
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  409: 'Conflict',
  422: 'Unprocessable',
  429: 'Too many requests',
  500: 'Server error',
  502: 'Bad gateway',
  503: 'Unavailable',
  504: 'Gateway timeout',
};

export function statusTone(status: number | null): Tone {
  if (status === null) return 'warn';
  if (status < 300) return 'good';
  if (status < 400) return 'info';
  return status === 429 || status >= 500 ? 'warn' : 'bad';
}

export function StatusCode({ status, withName = false }: { status: number | null; withName?: boolean }) {
  const name = status === null ? null : NAMES[status];
  return (
    <Tag tone={statusTone(status)}>
      <span className="lk-num">{status ?? 'No response'}</span>
      {withName && name ? ` ${name}` : null}
    </Tag>
  );
}
