/** The quotes of an offer in their order, with buttons that move or remove a quote, and a field that adds an open quote. */
import { ActionIcon } from '@mantine/core';
import type { OfferLanguage, OfferProblem } from '../../../shared/model/offer.ts';
import type { Quote } from '../../../shared/model/quote.ts';
import { offeredPlan } from '../../../shared/quote/plan-choice.ts';
import { readClock } from '../../../shared/time/clock-face.ts';
import { useAsk } from '../../ipc/client.ts';
import { useClockFace } from '../../ipc/current.ts';
import { formatMoney, formatPlainRange } from '../../text/format.ts';
import { IconArrowDown, IconArrowUp, IconX } from '../../ui/icons.ts';
import { Select } from '../../ui/select.tsx';
import { MAX_QUOTES, moved } from './offer-form.ts';
import styles from './offers.module.css';
import { PropertyNote } from './property-note.tsx';

const ICON = { size: 16, 'aria-hidden': true } as const;

interface Props {
  connectionId: string;
  ids: readonly string[];
  /** Whether quotes can be added, moved and removed. */
  canChange: boolean;
  language: OfferLanguage;
  problems: readonly OfferProblem[];
  onChange: (ids: readonly string[]) => void;
}

export function OfferQuotes({ connectionId, ids, canChange, language, problems, onChange }: Props) {
  const quotes = useAsk('quotes', 'list', { connectionId }).data?.quotes ?? [];
  const face = useClockFace(connectionId);
  const now = face ? readClock(face, Date.now()) : Date.now();
  const others = quotes.filter((quote) => {
    const { id, outcome, replacedBy, expiresAt } = quote;
    return (
      !ids.includes(id) && offeredPlan(quote) !== null && outcome === 'open' && replacedBy === null && expiresAt > now
    );
  });
  const titleOf = (id: string) => {
    const quote = quotes.find((one) => one.id === id);
    return quote
      ? (quote.listingTitle ?? quote.listingId)
      : (problems.find(({ quoteId }) => quoteId === id)?.title ?? id);
  };
  return (
    <div>
      <h2 className={styles.title}>{canChange ? 'Places' : 'Booking'}</h2>
      <ol className={styles.quotes}>
        {ids.map((id, at) => (
          <li key={id}>
            <span className={styles.quote}>
              <span className={styles.quoteTitle}>{titleOf(id)}</span>
              <span className={styles.hint}>{aboutOf(quotes.find((one) => one.id === id))}</span>
              <NoteOf quote={quotes.find((one) => one.id === id)} language={language} title={titleOf(id)} />
            </span>
            {canChange ? (
              <>
                <ActionIcon
                  aria-label={`Move ${titleOf(id)} up`}
                  disabled={at === 0}
                  onClick={() => onChange(moved(ids, id, -1))}
                >
                  <IconArrowUp {...ICON} />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Move ${titleOf(id)} down`}
                  disabled={at === ids.length - 1}
                  onClick={() => onChange(moved(ids, id, 1))}
                >
                  <IconArrowDown {...ICON} />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Remove ${titleOf(id)} from the offer`}
                  onClick={() => onChange(ids.filter((other) => other !== id))}
                >
                  <IconX {...ICON} />
                </ActionIcon>
              </>
            ) : null}
          </li>
        ))}
      </ol>
      {canChange && others.length > 0 && ids.length < MAX_QUOTES ? (
        <Select
          aria-label="Add another quote"
          placeholder="Add another quote"
          value={null}
          searchable
          data={others.map((quote) => ({
            value: quote.id,
            label: `${quote.listingTitle ?? quote.listingId} · ${aboutOf(quote)}`,
          }))}
          onChange={(id) => id !== null && onChange([...ids, id])}
        />
      ) : null}
    </div>
  );
}

function NoteOf({ quote, ...props }: { quote: Quote | undefined; language: OfferLanguage; title: string }) {
  if (!quote) return null;
  const { connectionId, listingId } = quote;
  return <PropertyNote key={props.language} connectionId={connectionId} listingId={listingId} {...props} />;
}

function aboutOf(quote: Quote | undefined): string {
  if (!quote) return '';
  const total = offeredPlan(quote)?.total;
  return [formatPlainRange(quote.checkIn, quote.checkOut), total ? formatMoney(total) : ''].filter(Boolean).join(' · ');
}
