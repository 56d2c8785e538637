/** The Availability page: searches for free listings (service.md §6.1). The search is in the page's address. */

import { ActionIcon } from '@mantine/core';
import { useNavigate, useSearch as usePageSearch } from '@tanstack/react-router';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { activeApplicationOf } from '../../../shared/connection/account.ts';
import type { SavedSearch } from '../../../shared/model/availability.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import { splitParty } from '../../../shared/stay/group-stays.ts';
import { addDays, addMonths, nightsBetween } from '../../../shared/time/plain-date.ts';
import { useToday } from '../../actions/clock-time.tsx';
import { NoApplication } from '../../actions/no-application.tsx';
import { rememberWishes } from '../../actions/offer-wishes.ts';
import { useStartQuotes } from '../../actions/quote-batch/use-start-quotes.ts';
import { useAct, useAsk } from '../../ipc/client.ts';
import { useConnection } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import type { SearchOf } from '../../navigation/search.ts';
import type { FlexibleStay } from '../../text/read-stay.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconCalendarSearch, IconChevronLeft, IconChevronRight } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { useRememberedState, useTypedState } from '../../ui/use-remembered-state.ts';
import { useStable } from '../../ui/use-stable.ts';
import styles from './availability.module.css';
import type { HomeOfGroup } from './results/group-stays.tsx';
import { Results } from './results/results.tsx';
import { filtersIn, paramsOfFilters, paramsOfForm, searchInputsOf, sentSearch } from './search/address.ts';
import { loadedPlaces } from './search/places-field.tsx';
import { SearchFields } from './search/search-fields.tsx';
import {
  checkSearch,
  emptySearch,
  formOfSearch,
  peopleIn,
  placesIn,
  type SearchForm,
  withParams,
} from './search/search-form.ts';
import { useSearch } from './search/use-search.ts';
import { KeepSearch, parametersOf, Searches } from './searches.tsx';
import { paramsOf } from './stored-search.ts';

type Params = SearchOf<'availability'>;

const AROUND_DAYS = 14;
const NIGHTS_OF_WEEKEND = 2;
/** The number of guests for a quote when the search does not state one. */
const DEFAULT_GUESTS = 2;

const latest = (one: PlainDate, other: PlainDate): PlainDate => (one > other ? one : other);

/** Divides the adults and children of a search among the homes of a group. Returns the homes unchanged if the numbers of people differ. */
function partiesIn({ adults, children }: Params, homes: readonly HomeOfGroup[]) {
  const people = homes.reduce((sum, { guests }) => sum + guests, 0);
  if (adults === undefined || adults + (children ?? 0) !== people) return homes;
  const shares = splitParty(
    adults,
    homes.map(({ guests }) => ({ sleeps: guests })),
  );
  return homes.map((home, at) => ({ ...home, adults: shares[at], children: home.guests - (shares[at] ?? 0) }));
}

export function AvailabilityPage() {
  const connection = useConnection();
  return (
    <>
      <PageHeader isTight title="Availability" actions={<FlexibleDates connectionId={connection.id} />} />
      {connection.applications.length === 0 ? (
        <NoApplication icon={<IconCalendarSearch size={30} />}>
          The search is part of the Booking Engine API, which needs an application with its own credentials.
        </NoApplication>
      ) : (
        <Availability key={connection.id} connection={connection} />
      )}
    </>
  );
}

/** The button that opens Flexible dates with the guests, nights and places of the search, from two weeks before its check-in to two weeks after. */
function FlexibleDates({ connectionId }: { connectionId: string }) {
  const params = usePageSearch({ from: '/availability' });
  const loaded = useAsk('matrix', 'choices', { connectionId }).data?.places ?? [];
  const today = useToday();
  const { checkIn, checkOut, bedrooms, applicationId } = params;
  const places = loadedPlaces(placesIn(params.location), loaded);
  const stay =
    checkIn !== undefined && checkOut !== undefined
      ? {
          from: latest(today, addDays(checkIn, -AROUND_DAYS)),
          until: addDays(checkIn, AROUND_DAYS),
          nights: nightsBetween(checkIn, checkOut),
        }
      : {};
  const search = {
    ...stay,
    guests: peopleIn(params) ?? undefined,
    places: places.length === 0 ? undefined : places.join('|'),
    bedrooms,
    applicationId,
  };
  return (
    <PageLink to="/matrix" search={search}>
      Flexible dates
    </PageLink>
  );
}

function Availability({ connection }: { connection: Connection }) {
  const navigate = useNavigate();
  const { id: connectionId } = connection;
  const params = usePageSearch({ from: '/availability' });
  const today = useToday();
  const [form, setForm] = useTypedState<SearchForm>(`availability.form.${connectionId}`, emptySearch);
  const [lastParams, setLastParams] = useRememberedState<Params | null>(
    `availability.last.${connectionId}`,
    () => null,
  );
  const [checked, setChecked] = useState(false);
  const [cancelledFor, setCancelledFor] = useRememberedState(`availability.cancelled.${connectionId}`, () => '');
  const known = useAsk('availability', 'searches', { connectionId }).data?.searches;
  const searches = known ?? [];
  const put = useAct('availability', 'putSearch', { quiet: true });
  const openFlexible = useOpenFlexible(connectionId, today);
  const sent = sentSearch(params);
  const sentKey = sent ? parametersOf(sent) : '';
  const isCancelled = sent !== null && cancelledFor === sentKey;
  const chosen = connection.applications.find(({ id }) => id === form.applicationId);
  const applicationId = (chosen ?? activeApplicationOf(connection))?.id ?? '';
  const usedApplicationId = sent?.applicationId ?? applicationId;
  const inputs = sent ? searchInputsOf(connectionId, applicationId, sent) : [];
  const search = useSearch(inputs, isCancelled);
  const issues = checkSearch(form, today);

  useFormOfAddress(params, { lastParams, setLastParams, setForm });
  useFormOfLastSearch(known, setForm, { connectionId, today, isLinked: sent !== null || lastParams !== null });
  // A cancelled search is a disabled query. Enabling the query sends the search.
  const searchAgain = () => (isCancelled ? setCancelledFor(() => '') : search.searchAgain());
  const cancel = () => {
    setCancelledFor(() => sentKey);
    search.cancel();
  };
  const send = (next: Params) => {
    const parameters = parametersOf(next);
    const isKept = searches.some((known) => known.isKept && known.parameters === parameters);
    put.mutate({ connectionId, parameters, isKept, at: null });
    if (parameters === sentKey) {
      // A second press would abort the request in flight, and its permit would be lost.
      if (!search.isSearching) searchAgain();
      return;
    }
    setCancelledFor(() => '');
    const { sort, view } = params;
    void navigate({
      to: '/availability',
      search: { ...next, sort, view, ...paramsOfFilters(filtersIn(params)) },
      resetScroll: false,
    });
  };
  const submit = (): boolean => {
    setChecked(true);
    if (Object.keys(issues).length > 0) return false;
    send(paramsOfForm({ ...form, applicationId: chosen?.id ?? null }));
    return true;
  };
  const shift = (days: number) => {
    if (sent?.checkIn === undefined || sent.checkOut === undefined) return;
    send({ ...sent, checkIn: addDays(sent.checkIn, days), checkOut: addDays(sent.checkOut, days) });
  };
  const { openQuote, openQuotes, openGroup } = useQuoteActions(connectionId, usedApplicationId, sent, params);
  return (
    <>
      <SearchFields
        connectionId={connectionId}
        form={form}
        issues={checked ? issues : {}}
        applications={connection.applications}
        applicationId={applicationId}
        today={today}
        takesFocus={sent === null && lastParams === null}
        hasResults={sent !== null && search.rounds.flat().some(({ page }) => page !== null)}
        onChange={(changes) => setForm((known) => ({ ...known, ...changes }))}
        onFlexible={(flexible) =>
          openFlexible(
            flexible,
            paramsOfForm({ ...form, checkIn: null, checkOut: null, applicationId: chosen?.id ?? null }),
          )
        }
        onSubmit={submit}
      />
      {sent ? (
        <Results
          params={params}
          inputs={inputs}
          search={search}
          isCancelled={isCancelled}
          applicationId={usedApplicationId}
          actions={
            <>
              {sent.checkIn !== undefined ? <ShiftWeek checkIn={sent.checkIn} today={today} onShift={shift} /> : null}
              <KeepSearch connectionId={connectionId} params={params} />
            </>
          }
          onSearchAgain={searchAgain}
          onCancel={cancel}
          onQuote={openQuote}
          onQuotes={openQuotes}
          onGroup={openGroup}
        />
      ) : (
        <div className={styles.nothing}>
          <EmptyState icon={<IconCalendarSearch size={30} />} title="No search yet" compact>
            Type dates, such as “next weekend”, to see prices for the whole stay, or search without dates to see
            everything.
          </EmptyState>
        </div>
      )}
      <Searches connectionId={connectionId} />
    </>
  );
}

/** Returns the actions on results: to open the form for a quote, and to request quotes for several homes or for a group. */
function useQuoteActions(connectionId: string, applicationId: string, sent: Params | null, params: Params) {
  const navigate = useNavigate();
  const startQuotes = useStartQuotes();
  const openQuote = (listingId: string) => {
    if (!sent) return;
    const { checkIn, checkOut, guests, adults, children } = sent;
    if (checkIn !== undefined && checkOut !== undefined)
      rememberWishes({ connectionId, checkIn, checkOut }, filtersIn(params).amenities);
    const search = { listingId, applicationId, checkIn, checkOut, guests, adults, children };
    void navigate({ to: '/quotes', search });
  };
  const openQuotes: ComponentProps<typeof Results>['onQuotes'] = (listings, options) => {
    if (sent?.checkIn === undefined || sent.checkOut === undefined) return;
    const { checkIn, checkOut, adults, children } = sent;
    rememberWishes({ connectionId, checkIn, checkOut }, filtersIn(params).amenities);
    const stay = { checkIn, checkOut, guests: peopleIn(sent) ?? DEFAULT_GUESTS, adults, children, coupons: [] };
    const common = { connectionId, applicationId, ...stay };
    const quotes = listings.map(({ listingId, title }) => ({ title, input: { ...common, listingId } }));
    startQuotes(quotes, options);
  };
  const openGroup: ComponentProps<typeof Results>['onGroup'] = (homes) => {
    if (sent?.checkIn === undefined || sent.checkOut === undefined) return;
    const common = { connectionId, applicationId, checkIn: sent.checkIn, checkOut: sent.checkOut };
    startQuotes(
      partiesIn(sent, homes).map(({ listingId, title, ...party }) => ({
        title,
        input: { ...common, listingId, ...party, coupons: [] },
      })),
    );
  };
  return { openQuote, openQuotes, openGroup };
}

/** Opens Flexible dates for a month, or for its weekends, with the guests and places of a search. */
function useOpenFlexible(connectionId: string, today: PlainDate) {
  const navigate = useNavigate();
  const loaded = useAsk('matrix', 'choices', { connectionId }).data?.places ?? [];
  return ({ month, weekends, nights }: FlexibleStay, asked: Params) => {
    const places = loadedPlaces(placesIn(asked.location), loaded);
    const first = `${month}-01`;
    void navigate({
      to: '/matrix',
      search: {
        from: latest(today, first),
        until: addDays(addMonths(first, 1), -1),
        nights: nights ?? (weekends ? NIGHTS_OF_WEEKEND : undefined),
        weekends: weekends ? '1' : undefined,
        guests: peopleIn(asked) ?? undefined,
        places: places.length === 0 ? undefined : places.join('|'),
        applicationId: asked.applicationId,
      },
    });
  };
}

/** Fills in the form when the page's address changes; until then, typed values stay. Without a search in the address, the last search is shown again. */
function useFormOfAddress(
  params: Params,
  {
    lastParams,
    setLastParams,
    setForm,
  }: {
    lastParams: Params | null;
    setLastParams: (change: () => Params | null) => void;
    setForm: (change: (known: SearchForm) => SearchForm) => void;
  },
): void {
  const navigate = useNavigate();
  const address = useStable(params);
  const shownAddress = useRef<Params | null>(null);
  const remembered = useRef(lastParams);
  useEffect(() => {
    if (shownAddress.current === address) return;
    const isFirst = shownAddress.current === null;
    shownAddress.current = address;
    const isEmpty = Object.values(address).every((value) => value === undefined);
    // The navigation's link to this page has no search.
    if (isFirst && isEmpty && remembered.current !== null) {
      void navigate({ to: '/availability', search: remembered.current, replace: true });
      return;
    }
    if (sentSearch(address) !== null) setForm(() => formOfSearch(address));
    else if (!isEmpty) setForm((known) => withParams(known, address));
    setLastParams(() => (sentSearch(address) === null ? null : address));
  }, [address, navigate, setForm, setLastParams]);
}

/** Fills the connection's last search, of an earlier run of the app, into a form in which nobody typed. Past dates are left out. */
function useFormOfLastSearch(
  searches: readonly SavedSearch[] | undefined,
  setForm: (change: (known: SearchForm) => SearchForm) => void,
  { connectionId, today, isLinked }: { connectionId: string; today: PlainDate; isLinked: boolean },
): void {
  const [isDone, setDone] = useRememberedState(`availability.recalled.${connectionId}`, () => false);
  useEffect(() => {
    if (isDone || searches === undefined) return;
    setDone(() => true);
    const [last] = searches;
    if (last === undefined || isLinked) return;
    const { checkIn, checkOut, ...asked } = paramsOf(last);
    const stay = checkIn !== undefined && checkIn >= today ? { checkIn, checkOut } : {};
    const recalled = formOfSearch({ ...asked, ...stay });
    setForm((known) => (JSON.stringify(known) === JSON.stringify(emptySearch()) ? recalled : known));
  }, [searches, setForm, isDone, setDone, today, isLinked]);
}

interface ShiftWeekProps {
  checkIn: PlainDate;
  today: PlainDate;
  onShift: (days: number) => void;
}

function ShiftWeek({ checkIn, today, onShift }: ShiftWeekProps) {
  return (
    <span className={styles.shift}>
      <ActionIcon
        size="sm"
        aria-label="Week before"
        title="The same stay a week earlier"
        disabled={addDays(checkIn, -7) < today}
        onClick={() => onShift(-7)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon size="sm" aria-label="Week after" title="The same stay a week later" onClick={() => onShift(7)}>
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </span>
  );
}
