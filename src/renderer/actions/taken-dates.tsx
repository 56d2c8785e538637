/** Says that somebody took the nights of a quote since it was made, and what its guest could have instead. */
import { Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { FreeStay, TakenQuote } from '../../shared/model/calendars.ts';
import type { Quote } from '../../shared/model/quote.ts';
import { useAsk } from '../ipc/client.ts';
import { PageLink } from '../navigation/page-link.tsx';
import { formatMoney, formatPlainRange } from '../text/format.ts';
import { takenText, takenTitle } from '../text/taken-text.ts';
import { IconCalendarX } from '../ui/icons.ts';
import { Tag } from '../ui/tag.tsx';
import { useToday } from './clock-time.tsx';
import { WhatIsThis } from './help/what-is-this.tsx';
import styles from './taken-dates.module.css';

const NONE: ReadonlyMap<string, TakenQuote> = new Map();
/** The pause in scrolling after which the rows in view are checked. */
const SCROLL_PAUSE_MS = 150;

/** Asks main which of these quotes have taken nights, according to the stored calendars. */
export function useTaken(connectionId: string, quoteIds: readonly string[]): ReadonlyMap<string, TakenQuote> {
  const [asked] = useDebouncedValue(quoteIds.join('\n'), SCROLL_PAUSE_MS);
  const input = { connectionId, quoteIds: asked.split('\n').filter(Boolean) };
  const taken = useAsk('calendars', 'taken', input, {
    enabled: input.quoteIds.length > 0,
    keepsPrevious: true,
    select: byQuote,
  });
  return taken.data ?? NONE;
}

const byQuote = (found: readonly TakenQuote[]): ReadonlyMap<string, TakenQuote> =>
  new Map(found.map((taken) => [taken.quoteId, taken]));

export const TakenTag = ({ taken }: { taken: TakenQuote }) => (
  <Tag tone="bad" icon={<IconCalendarX size={14} stroke={2} aria-hidden />}>
    {takenTitle(taken)}
  </Tag>
);

/** A notice on a quote with taken nights. It shows the nearest free stay and the nearest similar home. */
export function TakenNotice({ quote, taken, children = null }: TakenNoticeProps) {
  const { connectionId, id: quoteId, guests, checkIn } = quote;
  const today = useToday();
  const instead = useAsk('calendars', 'instead', { connectionId, quoteId });
  const { sameHome = null, sameDays = null } = instead.data ?? {};
  return (
    <section className={styles.notice} aria-label={takenTitle(taken)}>
      <IconCalendarX size={20} aria-hidden />
      <div>
        <Group gap={4}>
          <h3>{takenTitle(taken)}</h3>
          <WhatIsThis part="dates-taken" about={takenTitle(taken)} />
        </Group>
        <p>{takenText(taken)}</p>
        {instead.data === undefined ? null : (
          <ul>
            <li>
              {sameHome ? (
                <>
                  Nearest free stay here: <Free stay={sameHome} guests={guests} />
                </>
              ) : (
                'No free stay near these days is known here.'
              )}
            </li>
            {checkIn < today ? null : (
              <li>
                {sameDays ? (
                  <>
                    Nearest similar home on these days: <strong>{sameDays.title}</strong>,{' '}
                    <Free stay={sameDays} guests={guests} />
                  </>
                ) : (
                  'No similar home nearby is known to be free on these days.'
                )}
              </li>
            )}
          </ul>
        )}
        {children}
      </div>
    </section>
  );
}

interface TakenNoticeProps {
  quote: Pick<Quote, 'connectionId' | 'id' | 'guests' | 'checkIn'>;
  taken: TakenQuote;
  children?: ReactNode;
}

function Free({ stay, guests }: { stay: FreeStay; guests: number | null }) {
  const { listingId, title, checkIn, checkOut, total, currency } = stay;
  const price = total === null ? 'no price known' : `${formatMoney({ amount: total, currency })} before fees`;
  return (
    <>
      {formatPlainRange(checkIn, checkOut)}, {price}.{' '}
      <PageLink
        to="/quotes"
        search={{ listingId, checkIn, checkOut, guests: guests ?? undefined }}
        aria-label={`Quote ${title}, ${formatPlainRange(checkIn, checkOut)}`}
        inherit
        underline="always"
      >
        Quote it
      </PageLink>
    </>
  );
}
