/** The offers of a quote: buttons to make one and to book, the earlier offers, and the mark that the guest has one. */
import { Box, Button, Checkbox, Group, Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { OfferWay, SentOffers } from '../../../shared/model/offer.ts';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import type { Quote } from '../../../shared/model/quote.ts';
import { localDayOf } from '../../../shared/time/local-day.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { KeptNote, usePersonalKept } from '../../actions/kept-note.tsx';
import { useAct, useAsk } from '../../ipc/client.ts';
import { useClockFace } from '../../ipc/current.ts';
import { formatBytes, formatCount, formatInstant } from '../../text/format.ts';
import { DayField } from '../../ui/day-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconCalendarCheck, IconFileText } from '../../ui/icons.ts';
import { OfferSheet } from '../../ui/offer-sheet.tsx';
import { useAtNow } from '../../ui/use-now.ts';
import styles from './quotes.module.css';

const WAYS: Record<OfferWay, string> = { pdf: 'Saved as PDF', mail: 'Copied for a mail', eml: 'Saved as mail draft' };

interface Props {
  quote: Pick<Quote, 'connectionId' | 'id'>;
  canOffer: boolean;
  isSent: boolean;
  onBook: () => void;
}

export function OfferPart({ quote, canOffer, isSent, onBook }: Props) {
  const { connectionId, id: quoteId } = quote;
  const navigate = useNavigate();
  const { data, error, refetch } = useAsk('offers', 'sent', { connectionId, quoteId });
  const sent = data?.offers ?? [];
  const kept = usePersonalKept();
  const [shownId, setShownId] = useState<string | null>(null);
  if (!canOffer && !isSent && sent.length === 0 && !data?.gone && !error) return null;
  return (
    <section className={styles.offers} aria-label="Offers">
      {canOffer ? (
        <>
          <IconButton
            Icon={IconFileText}
            variant="light"
            onClick={() => void navigate({ to: '/offers/new', search: { quotes: quoteId } })}
          >
            Make an offer
          </IconButton>
          <IconButton Icon={IconCalendarCheck} onClick={onBook}>
            Go to booking
          </IconButton>
        </>
      ) : null}
      {sent.length > 0 ? (
        <ul className={styles.sent} aria-label="Offers that were made">
          {sent.map((offer) => (
            <li key={offer.id}>
              {offer.kind === 'confirmation' ? 'Confirmation: ' : ''}
              {WAYS[offer.by]} {formatInstant(offer.at)}
              {offer.guestName ? (
                <>
                  {' for '}
                  <bdi>{offer.guestName}</bdi>
                </>
              ) : null}
              <Button size="compact-xs" variant="subtle" onClick={() => setShownId(offer.id)}>
                Show this {offer.kind}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {sent.length > 0 ? <KeptNote kept={kept} /> : null}
      {sent.length > 0 || isSent ? <SentMark connectionId={connectionId} quoteId={quoteId} /> : null}
      {data ? <RoomNote sent={data} /> : null}
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} compact /> : null}
      <Modal
        opened={shownId !== null}
        onClose={() => setShownId(null)}
        title={`The ${sent.find(({ id }) => id === shownId)?.kind ?? 'offer'} as it was made`}
        size={760}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {shownId === null ? null : <SentSheet connectionId={connectionId} id={shownId} />}
      </Modal>
    </section>
  );
}

function SentSheet({ connectionId, id }: { connectionId: string; id: string }) {
  const { data, error } = useAsk('offers', 'sentDocument', { connectionId, id });
  if (error) return <ErrorNotice error={error} />;
  return data ? <OfferSheet offer={data.document} /> : null;
}

/** From this share of a limit on, the window warns that the oldest offers will be deleted. */
const NEARLY_FULL = 0.9;

/** A note on offers that the list leaves out, and on when the oldest offers are deleted. */
function RoomNote({ sent: { more, gone, room } }: { sent: SentOffers }) {
  const { count, maxCount, bytes, maxBytes } = room;
  const isNearlyFull = Math.max(count / maxCount, bytes / maxBytes) >= NEARLY_FULL;
  const limits = `${formatCount(maxCount, 'offer')} and ${formatBytes(maxBytes)}`;
  const notes = [
    more > 0 ? `${formatCount(more, 'older offer')} with this quote ${more === 1 ? 'is' : 'are'} kept, too.` : '',
    gone > 0
      ? `${formatCount(gone, 'offer')} that ${gone === 1 ? 'was' : 'were'} made with this quote ${gone === 1 ? 'is' : 'are'} no longer kept.`
      : '',
    isNearlyFull
      ? `${formatCount(count, 'offer')} of this connection take ${formatBytes(bytes)}; beyond ${limits} the oldest are deleted.`
      : '',
  ].filter(Boolean);
  return notes.length === 0 ? null : <p className={styles.hint}>{notes.join(' ')}</p>;
}

/** A checkbox and a date with which a person records that the guest has an offer with this quote. The console cannot know that. */
function SentMark({ connectionId, quoteId }: { connectionId: string; quoteId: string }) {
  const sentOn = useAsk('quotes', 'get', { connectionId, quoteId }).data?.annotation.sentOn;
  const today = useAtNow(useClockFace(connectionId), localDayOf);
  /** The typed day; undefined before. It is saved when the person leaves the field, because a day typed bit by bit passes through other days. */
  const typed = useRef<PlainDate | null | undefined>(undefined);
  const isIn = useRef(false);
  const save = useAct('quotes', 'annotate', { quiet: true });
  if (sentOn === undefined) return null;
  const mark = (day: PlainDate | null) => save.mutate({ connectionId, quoteId, changes: { sentOn: day } });
  const keep = () => {
    // The checkbox takes the mark away; an emptied field does not.
    if (typed.current && typed.current !== sentOn) mark(typed.current);
    typed.current = undefined;
  };
  return (
    <>
      <Group gap="sm">
        <Checkbox
          label="Sent to the guest"
          // The box shows the press at once.
          checked={(save.isPending ? save.variables.changes.sentOn : sentOn) !== null}
          disabled={save.isPending}
          onChange={(event) => mark(event.currentTarget.checked ? today : null)}
        />
        {sentOn === null ? null : (
          <Box
            onFocus={() => {
              isIn.current = true;
            }}
            onBlur={() => {
              isIn.current = false;
              keep();
            }}
          >
            <DayField
              key={sentOn}
              label="Sent on"
              value={sentOn}
              today={today}
              isPast
              onChange={(day, isDay) => {
                typed.current = isDay ? day : undefined;
                // The text may be read only after the person left the field.
                if (!isIn.current) keep();
              }}
            />
          </Box>
        )}
      </Group>
      {save.error ? <ErrorNotice error={save.error} compact /> : null}
    </>
  );
}
