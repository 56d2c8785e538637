/** The misfits of a search: listings that it does not offer, with the reasons from the answer, the loaded listings and the calendars. */
import type { SearchItem } from '../../../../shared/model/availability.ts';
import type { MatrixCell, MatrixQuestion } from '../../../../shared/model/matrix.ts';
import { nightsBetween } from '../../../../shared/time/plain-date.ts';
import { useAsk } from '../../../ipc/client.ts';
import type { SearchOf } from '../../../navigation/search.ts';
import { formatCount, formatPlainDate } from '../../../text/format.ts';
import styles from '../availability.module.css';
import { loadedPlaces } from '../search/places-field.tsx';
import { placesIn } from '../search/search-form.ts';

const MAX_SHOWN = 200;
const MAX_NIGHTS = 30;

interface Misfit {
  readonly key: string;
  readonly title: string;
  readonly place: string | null;
  readonly reason: string;
}

/** Returns the reason why a calendar does not offer a stay; null when it does, or when that is not known. */
function reasonOf(
  { state, limit }: Pick<MatrixCell, 'state' | 'limit'>,
  checkIn: string,
  checkOut: string,
): string | null {
  switch (state) {
    case 'taken':
      return 'Already taken for at least one of the nights';
    case 'noCheckIn':
      return `No check-in on ${formatPlainDate(checkIn, 'long')}`;
    case 'noCheckOut':
      return `No check-out on ${formatPlainDate(checkOut, 'long')}`;
    case 'minNights':
      return limit === null ? 'The stay is too short' : `Minimum stay ${formatCount(limit, 'night')}`;
    case 'maxNights':
      return limit === null ? 'The stay is too long' : `Maximum stay ${formatCount(limit, 'night')}`;
    default:
      return null;
  }
}

interface Props {
  connectionId: string;
  applicationId: string;
  params: SearchOf<'availability'>;
  people: number | null;
  /** Results that do not fit the search, each with the reason. */
  tooSmall: readonly { readonly item: SearchItem; readonly reason: string }[];
  found: ReadonlySet<string>;
  /** True when the page shows no results besides the misfits. */
  isAlone: boolean;
}

export function Misfits({ connectionId, applicationId, params, people, tooSmall, found, isAlone }: Props) {
  const { checkIn, checkOut } = params;
  const typed = placesIn(params.location);
  const choices = useAsk('matrix', 'choices', { connectionId }).data?.places ?? [];
  const places = loadedPlaces(typed, choices);
  const nights = checkIn !== undefined && checkOut !== undefined ? nightsBetween(checkIn, checkOut) : 0;
  const isKnowable =
    checkIn !== undefined &&
    checkOut !== undefined &&
    nights >= 1 &&
    nights <= MAX_NIGHTS &&
    places.length >= Math.min(1, typed.length);
  const question = (guests: number | null): MatrixQuestion => ({
    connectionId,
    applicationId,
    stays: {
      firstArrival: checkIn ?? '2000-01-01',
      lastArrival: checkIn ?? '2000-01-01',
      weekends: false,
      nights: Math.max(1, nights),
      guests,
    },
    listings: { ids: null, places, bedrooms: null },
  });
  const span = {
    view: { order: null, maxPerNight: null },
    rows: { offset: 0, limit: MAX_SHOWN },
    arrivals: { offset: 0, limit: 1 },
  };
  const fitting = useAsk('matrix', 'window', { ...question(people), ...span }, { enabled: isKnowable });
  const all = useAsk('matrix', 'window', { ...question(null), ...span }, { enabled: isKnowable && people !== null });
  const fits = new Set(fitting.data?.rows.map(({ listingId }) => listingId));
  // Both lists must be whole, because a listing beyond a list's limit would look too small.
  const isWhole = fitting.data !== undefined && all.data !== undefined && all.data.rowCount <= MAX_SHOWN;
  const misfits: Misfit[] = [
    ...tooSmall.map(({ item, reason }, index) => ({
      key: `own ${index}`,
      title: item.title,
      place: item.place,
      reason,
    })),
    ...(fitting.data?.rows ?? []).flatMap((row): Misfit[] => {
      const [cell] = row.cells;
      const reason = cell ? reasonOf(cell, checkIn ?? '', checkOut ?? '') : null;
      return reason === null || found.has(row.listingId)
        ? []
        : [{ key: row.listingId, title: row.title, place: row.place, reason }];
    }),
    ...(isWhole ? (all.data?.rows ?? []) : [])
      .filter(({ listingId }) => !fits.has(listingId) && !found.has(listingId))
      .map(({ listingId, title, place }) => ({
        key: listingId,
        title,
        place,
        reason: `Too small for ${formatCount(people ?? 0, 'guest')}`,
      })),
  ];
  if (misfits.length === 0) return null;
  return (
    <details className={styles.misfits} open={isAlone || undefined}>
      <summary>{formatCount(misfits.length, 'property does', 'properties do')} not fit, as far as it is known</summary>
      <ul>
        {misfits.map(({ key, title, place, reason }) => (
          <li key={key}>
            <span>{title}</span> {place ? <span className={styles.place}>{place}</span> : null} <span>{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
