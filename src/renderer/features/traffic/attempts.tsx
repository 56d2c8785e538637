/** The attempts of one request, in order: retries after a failure, a replay with a new token. */
import type { ExchangeSummary } from '../../../shared/model/traffic.ts';
import { formatDuration, formatInstant } from '../../ui/format.ts';
import { StatusCode } from '../../ui/status-code.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './drawer.module.css';
import { errorWords } from './exchange-words.ts';

export function Attempts({
  chain,
  currentId,
  onOpen,
}: {
  chain: readonly ExchangeSummary[];
  currentId: string;
  onOpen: (id: string) => void;
}) {
  return (
    <ol className={styles.attempts} aria-label="Attempts of this request">
      {chain.map((attempt, index) => (
        <li key={attempt.id}>
          <button
            type="button"
            className={styles.attempt}
            aria-current={attempt.id === currentId}
            onClick={() => onOpen(attempt.id)}
          >
            <span className={styles.order}>{attempt.attempt}</span>
            {attempt.status === null ? (
              <Tag tone="warn">{errorWords(attempt)}</Tag>
            ) : (
              <StatusCode status={attempt.status} withName />
            )}
            <span className={`${styles.when} lk-num`}>{formatInstant(attempt.sentAt, { style: 'time' })}</span>
            <span className={styles.what}>{stepOf(attempt, chain[index - 1])}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function stepOf(attempt: ExchangeSummary, before: ExchangeSummary | undefined): string {
  const took = attempt.durationMs === null ? '' : `took ${formatDuration(attempt.durationMs)}`;
  if (!before) return took;
  const gapMs = attempt.sentAt - before.sentAt - (before.durationMs ?? 0);
  const newToken =
    attempt.tokenGeneration !== before.tokenGeneration ? `new token, generation ${attempt.tokenGeneration}` : '';
  return [`${formatDuration(gapMs)} later`, newToken, took].filter(Boolean).join(' · ');
}
