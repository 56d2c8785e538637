/** Whether the connection works, for managers: one quiet dot that names what is wrong. Its popover shows tokens and limits in full. */

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Connection } from '../../shared/model/connection.ts';
import type { PendingSnapshot } from '../../shared/model/pending.ts';
import type { TokensSnapshot } from '../../shared/model/token.ts';
import { ask } from '../ipc/client.ts';
import { accessProblems } from '../text/access-text.ts';
import { IconAlertTriangle } from '../ui/first-icons.ts';
import { toneColours } from '../ui/tone.ts';
import { useAtNow } from '../ui/use-now.ts';
import { usePopoverButton } from '../ui/use-popover-button.ts';
import styles from './top-bar.module.css';

const AccessDetails = lazy(() => import('./access-details.tsx').then((module) => ({ default: module.AccessDetails })));

/** Selects the hosts with an open circuit and the pauses. */
const waitsOf = ({ openCircuits, pauses }: PendingSnapshot) => ({ openCircuits, pauses });

export function AccessStatus({ connection, tokens }: { connection: Connection; tokens: TokensSnapshot }) {
  const { attributes, place } = usePopoverButton('dialog');
  const waits = useQuery({ ...ask('traffic', 'pending', { connectionId: connection.id }), select: waitsOf }).data;
  const problemsAt = (now: number) =>
    accessProblems({
      connection,
      tokens: tokens.tokens,
      openCircuits: waits?.openCircuits ?? [],
      pauses: waits?.pauses ?? [],
      now,
    });
  const title = useAtNow(tokens.clock, (now) => problemsAt(now)[0]?.title ?? null);
  const tone = useAtNow(tokens.clock, (now) => problemsAt(now)[0]?.tone ?? null);
  return (
    <>
      <button
        {...attributes}
        type="button"
        className={styles.access}
        data-wrong={tone ?? undefined}
        style={tone === null ? undefined : { background: toneColours(tone).tint, color: toneColours(tone).text }}
        aria-label={title === null ? 'Status: in order. Details' : `Status: ${title}. Details`}
      >
        {title === null ? (
          <span className={styles.dot} aria-hidden />
        ) : (
          <>
            <IconAlertTriangle size={16} aria-hidden />
            <span className={styles.accessText}>{title}</span>
          </>
        )}
      </button>
      <Suspense fallback={null}>
        {place ? <AccessDetails place={place} connection={connection} tokens={tokens} problemsAt={problemsAt} /> : null}
      </Suspense>
    </>
  );
}
