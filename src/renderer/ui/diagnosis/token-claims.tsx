/** Draws the claims of a token: each with its value, and a sentence where something is wrong. */
import { useId } from 'react';
import type { TokenPanel } from '../../../shared/model/token-panel.ts';
import { utcText } from '../../../shared/time/utc-text.ts';
import { IconAlertTriangle } from '../icons.ts';
import styles from './diagnosis.module.css';

const MOMENTS: Record<TokenPanel['by'], string> = {
  answer: 'at the time of the answer',
  request: 'at the time of the request',
  reading: 'at the time when it was read, because the text shows no other',
};

/** Shows the claims of a token. `where` names the place of a token that no request carried. */
export function TokenClaims({ panel: { at, by, claims }, where = null }: { panel: TokenPanel; where?: string | null }) {
  const titleId = useId();
  return (
    <section className={styles.token} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.askTitle}>
        What the token says of itself{where === null ? '' : ` (${where})`}
      </h3>
      <dl className={styles.claims}>
        {claims.map(({ name, value, problem }) => (
          <div key={name} className={styles.claim}>
            <dt>{name}</dt>
            <dd>
              <span className={value === 'not said' ? styles.dim : undefined}>{value}</span>
              {problem === null ? null : (
                <span className={styles.problem}>
                  <IconAlertTriangle size={15} aria-hidden />
                  {problem}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.source}>
        Judged {MOMENTS[by]}, {utcText(at)}. Only the service can tell whether the token is genuine.
      </p>
    </section>
  );
}
