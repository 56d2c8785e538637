/** Lists the offers that were begun and not sent, to continue or discard them. */
import { Button } from '@mantine/core';
import { useAct, useAsk } from '../../ipc/client.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatInstant } from '../../text/format.ts';
import styles from './offers.module.css';
import { forgetForm } from './use-offer-form.ts';

export function Drafts({ connectionId }: { connectionId: string }) {
  // A quote expires without an event.
  const drafts = useAsk('offers', 'drafts', { connectionId }, { staleTime: 0 }).data ?? [];
  const discard = useAct('offers', 'discardDraft', { onSuccess: (_nothing, of) => forgetForm(of) });
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="offer-drafts">
      <h2 id="offer-drafts" className={styles.title}>
        Offers that you began
      </h2>
      <ul className={styles.quotes}>
        {drafts.map(({ kind, quoteIds, guestName, at }) => {
          const name = guestName.trim() || 'No guest yet';
          return (
            <li key={`${kind} ${quoteIds.join(',')}`}>
              <span className={styles.quote}>
                <PageLink
                  to="/offers/new"
                  search={{ quotes: quoteIds.join(','), ...(kind === 'offer' ? {} : { kind }) }}
                >
                  <bdi>{name}</bdi>
                </PageLink>
                <span className={styles.hint}>
                  {' '}
                  {kind === 'offer' ? formatCount(quoteIds.length, 'place') : 'confirmation'}, {formatInstant(at)}
                </span>
              </span>
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={`Discard the ${kind} for ${name}`}
                onClick={() => discard.mutate({ connectionId, kind, quoteIds })}
              >
                Discard
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
