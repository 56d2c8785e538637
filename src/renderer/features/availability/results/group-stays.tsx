/** Two or three homes near each other for a party for which no single home is free. A search for them is sent only when a person asks. */
import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import type { SearchInput, SearchItem } from '../../../../shared/model/availability.ts';
import { type GroupHome, type GroupStay, groupStays, splitParty } from '../../../../shared/stay/group-stays.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { formatCount, formatMoney, formatNumber } from '../../../text/format.ts';
import styles from '../availability.module.css';
import { useSearch } from '../search/use-search.ts';
import { COVERS_TEXT, coversOf } from './quoted.ts';
import { mergedItems, misfitOf } from './rows.ts';

/** A home of a group, with the number of people who sleep in it. */
export interface HomeOfGroup {
  readonly listingId: string;
  readonly title: string;
  readonly guests: number;
}

interface Props {
  inputs: readonly SearchInput[];
  people: number;
  nights: number;
  /** Results of the search that are too small for the party. */
  known: readonly SearchItem[];
  onQuotes: (homes: readonly HomeOfGroup[]) => void;
}

interface Home extends GroupHome {
  readonly item: SearchItem;
}

const NO_INPUTS: readonly SearchInput[] = [];

/** The search without its guests, so that smaller homes are found. */
const forAnyParty = ({ guests: _, adults: __, children: ___, ...input }: SearchInput): SearchInput => input;

export function GroupStays({ inputs, people, nights, known, onQuotes }: Props) {
  const key = JSON.stringify(inputs);
  const [askedFor, setAskedFor] = useState('');
  const isAsked = askedFor === key;
  const search = useSearch(isAsked ? inputs.map(forAnyParty) : NO_INPUTS, false);
  const items = mergedItems([...search.rounds.flat().map(({ page }) => page?.items ?? []), known]);
  const homes = items.flatMap((item) => homeOf(item, nights));
  const groups = groupStays(homes, people);
  const error = search.error ?? search.failures[0]?.error ?? null;
  const isDone = isAsked && !search.isSearching && !search.isLoadingMore;
  return (
    <section className={styles.groups} aria-label="Several homes together">
      <h3 className={styles.groupsTitle}>No single home is free for {formatCount(people, 'guest')}</h3>
      {groups.length > 0 ? (
        <>
          <ul>
            {groups.map((group) => (
              <Group key={group.homes.map(({ id }) => id).join(' ')} {...{ group, people, onQuotes }} />
            ))}
          </ul>
          <p className={styles.place}>Distances are straight lines between the addresses.</p>
        </>
      ) : isDone && error === null ? (
        <p role="status">
          {`Among the ${formatCount(homes.length, 'free home')} loaded so far, no two or three near each other were found that have room for all.`}
        </p>
      ) : null}
      {error ? (
        <ErrorNotice error={error} compact onRetry={search.error ? search.searchAgain : search.loadMore} />
      ) : null}
      {isAsked && !isDone ? (
        <p role="status">
          <Loader size="xs" aria-hidden /> Searching smaller homes
        </p>
      ) : null}
      {isAsked ? null : (
        <Button size="compact-sm" onClick={() => setAskedFor(key)}>
          Look for two or three homes together ({formatCount(inputs.length, 'search', 'searches')})
        </Button>
      )}
      {isDone && search.hasMore && error === null ? (
        <Button size="compact-sm" onClick={search.loadMore}>
          Look through more homes
        </Button>
      ) : null}
    </section>
  );
}

function homeOf(item: SearchItem, nights: number): Home[] {
  const { listingId, accommodates, place, point, total } = item;
  if (listingId === null || accommodates === null || misfitOf(item, { people: null, nights }) !== null) return [];
  const price = coversOf(item) === 'nights' ? total : null;
  return [{ item, id: listingId, sleeps: accommodates, place, point: point ?? null, price }];
}

function Group({
  group: { homes, km, total },
  people,
  onQuotes,
}: Pick<Props, 'people' | 'onQuotes'> & { group: GroupStay<Home> }) {
  const guests = splitParty(people, homes);
  const [first] = homes;
  const titles = homes.map(({ item }) => item.title);
  return (
    <li>
      <span className={styles.groupHomes}>
        {homes.map(({ id, item, sleeps }, at) => (
          <span key={id}>
            {at === 0 ? '' : ' + '}
            <strong>{item.title}</strong> (sleeps {formatNumber(sleeps)})
          </span>
        ))}
        <span className={styles.place}>
          {km === null
            ? `in ${first?.place ?? 'one place'}; without coordinates, how far apart is not known`
            : distanceText(km)}
        </span>
      </span>
      <span className={styles.prices}>
        {total ? (
          <>
            together <span className={`${styles.total} lk-num`}>{formatMoney(total)}</span>{' '}
            <span className={styles.basis}>{COVERS_TEXT.nights}</span>
          </>
        ) : (
          <span className={styles.basis}>prices that cannot be added up</span>
        )}
      </span>
      <Button
        size="compact-sm"
        aria-label={`Quote ${titles.join(' and ')}`}
        onClick={() =>
          onQuotes(homes.map(({ id, item }, at) => ({ listingId: id, title: item.title, guests: guests[at] ?? 1 })))
        }
      >
        {homes.length === 2 ? 'Quote both' : 'Quote all three'}
      </Button>
    </li>
  );
}

/** Writes a distance: "300 m apart", "1.4 km apart". */
const distanceText = (km: number): string =>
  km < 0.005
    ? 'at the same address'
    : km < 0.95
      ? `${formatNumber(Math.max(1, Math.round(km * 100)) * 10)} m apart`
      : `${formatNumber(Math.round(km * 10) / 10)} km apart`;
