/** Shows managers whether the connection works: a dot with a word, or the name of the problem. Its popover shows tokens and limits in full. */
import { lazy, Suspense } from 'react';
import { lastAnswerAt } from '../../shared/connection/connection-health.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { TokensSnapshot } from '../../shared/model/token.ts';
import { useAccessFacts } from '../actions/use-access-facts.ts';
import { accessProblems } from '../text/access-text.ts';
import { IconAlertTriangle } from '../ui/icons.ts';
import { toneColours } from '../ui/tag.tsx';
import { useAtNow } from '../ui/use-now.ts';
import { usePopoverButton } from '../ui/use-popover-button.ts';
import styles from './top-bar.module.css';

const AccessDetails = lazy(() => import('./access-details.tsx').then((module) => ({ default: module.AccessDetails })));

export function AccessStatus({ connection, tokens }: { connection: Connection; tokens: TokensSnapshot }) {
  const { attributes, place } = usePopoverButton('dialog');
  const facts = useAccessFacts(connection, tokens);
  const problemsAt = (now: number) => accessProblems({ ...facts, now });
  const title = useAtNow(tokens.clock, (now) => problemsAt(now)[0]?.title ?? null);
  const tone = useAtNow(tokens.clock, (now) => problemsAt(now)[0]?.tone ?? null);
  const isAnswered = useAtNow(tokens.clock, (now) => facts.access !== null && lastAnswerAt(facts.access, now) !== null);
  const word = title ?? (isAnswered ? 'No problems' : facts.access === null ? null : 'Not used lately');
  return (
    <>
      <button
        {...attributes}
        type="button"
        className={styles.access}
        data-wrong={tone ?? undefined}
        style={tone === null ? undefined : { background: toneColours(tone).tint, color: toneColours(tone).text }}
        aria-label={word === null ? 'Status. Details' : `Status: ${word}. Details`}
      >
        {title === null ? (
          <span className={styles.dot} data-unknown={!isAnswered || undefined} aria-hidden />
        ) : (
          <IconAlertTriangle size={16} aria-hidden />
        )}
        {word === null ? null : <span className={styles.accessText}>{word}</span>}
      </button>
      <Suspense fallback={null}>
        {place ? <AccessDetails place={place} facts={facts} tokens={tokens} /> : null}
      </Suspense>
    </>
  );
}
