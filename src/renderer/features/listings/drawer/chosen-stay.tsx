/** The stay that a person chose in a listing's calendar: its known price, and links to a quote for it and to other listings. */

import { useNavigate } from '@tanstack/react-router';
import type { DatedNight } from '../../../../shared/model/matrix.ts';
import type { PlainDate } from '../../../../shared/model/primitives.ts';
import { dayNumber, nightsBetween } from '../../../../shared/time/plain-date.ts';
import { stayFinder } from '../../../actions/nights.tsx';
import { useListingNoun } from '../../../actions/use-listing-noun.ts';
import { useToday } from '../../../actions/use-today.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import { formatCount, formatMoney } from '../../../text/format.ts';
import { whyNot } from '../../../text/why-not-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconReceipt2 } from '../../../ui/icons.ts';
import { type Stay, StayField } from '../../../ui/stay-field/stay-field.tsx';
import classes from './drawer.module.css';

export function ChosenStay({
  listingId,
  byDay,
  stay,
  onChange,
}: {
  listingId: string;
  byDay: ReadonlyMap<PlainDate, DatedNight>;
  stay: Stay;
  onChange: (stay: Stay) => void;
}) {
  const navigate = useNavigate();
  const noun = useListingNoun();
  const { checkIn, checkOut } = stay;
  const whole = checkIn !== null && checkOut !== null && checkIn < checkOut ? { checkIn, checkOut } : null;
  return (
    <section className={classes.chosen} aria-label="Chosen days">
      <StayField
        stay={stay}
        today={useToday()}
        label="Dates of a quote"
        onChange={({ checkIn: first, checkOut: last }) => onChange({ checkIn: first, checkOut: last })}
      />
      <p role="status">{whole ? knownOf(whole, byDay) : 'Type the dates, or choose both days in the calendar.'}</p>
      {whole ? (
        <>
          <IconButton
            Icon={IconReceipt2}
            variant="filled"
            size="compact-sm"
            onClick={() => void navigate({ to: '/quotes', search: { listingId, ...whole } })}
          >
            Quote these dates
          </IconButton>
          <PageLink to="/availability" search={whole} size="sm" underline="always">
            Other {noun.many} on these dates
          </PageLink>
        </>
      ) : null}
    </section>
  );
}

/** The stay after a click on a day. A new stay begins when none does yet, when the stay is complete, or when the day is not after its check-in. */
export const withPick = ({ checkIn, checkOut }: Stay, day: PlainDate): Stay =>
  checkIn === null || checkOut !== null || day <= checkIn
    ? { checkIn: day, checkOut: null }
    : { checkIn, checkOut: day };

/** A sentence about what is known of a stay: "3 nights: free, €300.00 before fees and taxes." */
function knownOf(
  { checkIn, checkOut }: { checkIn: PlainDate; checkOut: PlainDate },
  byDay: ReadonlyMap<PlainDate, DatedNight>,
): string {
  const nights = nightsBetween(checkIn, checkOut);
  const offer = stayFinder(byDay, { from: checkIn, until: checkOut, nights }).offer(dayNumber(checkIn));
  const count = formatCount(nights, 'night');
  const problem = whyNot(offer, { checkIn, checkOut }, byDay);
  if (problem !== null) return `${count}: ${problem}`;
  if (offer.state !== 'free') return `${count}: not all of these days are known.`;
  const { total, currency } = offer;
  return total === null
    ? `${count}: free; the calendar has no price.`
    : `${count}: free, ${formatMoney({ amount: total, currency })} before fees and taxes.`;
}
