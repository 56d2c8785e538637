/** The Availability page: searches listings by the Booking Engine's search (spec.md, section 4). */
import { IconCalendarSearch } from '@tabler/icons-react';
import { useNavigate, useSearch as usePageSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { SearchInput } from '../../../shared/model/availability.ts';
import { activeApplicationOf, type Connection } from '../../../shared/model/connection.ts';
import { readClock } from '../../../shared/model/primitives.ts';
import { NoApplication } from '../../actions/no-application.tsx';
import { useConnection } from '../../ipc/current.ts';
import { useClockFace } from '../../ipc/use-clock-face.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import type { SearchOf } from '../../navigation/search.ts';
import { localDayOf } from '../../text/local-day.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useRememberedState } from '../../ui/use-remembered-state.ts';
import styles from './availability.module.css';
import { Results } from './results.tsx';
import { SearchFields } from './search-fields.tsx';
import { checkSearch, emptySearch, searchInputOf, withParams } from './search-form.ts';
import { useSearch } from './use-search.ts';

export function AvailabilityPage() {
  const connection = useConnection();
  const params = usePageSearch({ from: '/availability' });
  return (
    <>
      <PageHeader
        title="Availability"
        description="Search available listings and their prices. Every field is optional."
        actions={<PageLink to="/matrix">Flexible dates</PageLink>}
      />
      {connection.applications.length === 0 ? (
        <NoApplication connectionId={connection.id} icon={<IconCalendarSearch size={30} />}>
          The search is part of the Booking Engine API, which needs an application with its own credentials.
        </NoApplication>
      ) : (
        <Availability key={`${connection.id} ${JSON.stringify(params)}`} connection={connection} params={params} />
      )}
    </>
  );
}

function Availability({ connection, params }: { connection: Connection; params: SearchOf<'availability'> }) {
  const navigate = useNavigate();
  const face = useClockFace(connection.id);
  const now = Date.now();
  const today = localDayOf(face ? readClock(face, now) : now);
  const [rememberedForm, setForm] = useRememberedState(`availability.form.${connection.id}`, emptySearch);
  // The URL's search parameters take precedence until the person types.
  const [fromUrl, setFromUrl] = useState(Object.values(params).some((value) => value !== undefined));
  const form = fromUrl ? withParams(rememberedForm, params) : rememberedForm;
  const [submitted, setSubmitted] = useRememberedState<SearchInput | null>(
    `availability.asked.${connection.id}`,
    () => null,
  );
  const [checked, setChecked] = useState(false);
  const [isCancelled, setIsCancelled] = useRememberedState(`availability.stopped.${connection.id}`, () => false);
  const search = useSearch(submitted, isCancelled);
  const issues = checkSearch(form, today);
  const chosen = connection.applications.find(({ id }) => id === form.applicationId);
  const applicationId = (chosen ?? activeApplicationOf(connection))?.id ?? '';

  // A cancelled search is a disabled query; enabling it sends the search.
  const searchAgain = () => (isCancelled ? setIsCancelled(() => false) : search.searchAgain());
  const cancel = () => {
    setIsCancelled(() => true);
    search.cancel();
  };
  const submit = (): boolean => {
    setChecked(true);
    setFromUrl(false);
    setForm(() => form);
    if (Object.keys(issues).length > 0) return false;
    const input = searchInputOf(connection.id, { ...form, applicationId });
    if (JSON.stringify(input) === JSON.stringify(submitted)) {
      // A second press would abort the request, and its permit stays used.
      if (!search.isSearching) searchAgain();
    } else {
      setIsCancelled(() => false);
      setSubmitted(() => input);
    }
    return true;
  };
  const openQuote = (listingId: string) => {
    if (!submitted) return;
    const { checkIn, checkOut, guests, adults, children } = submitted;
    const stay = { checkIn, checkOut, guests, adults, children };
    void navigate({
      to: '/quotes',
      search: { listingId, applicationId: submitted.applicationId ?? applicationId, ...stay },
    });
  };
  return (
    <>
      <SearchFields
        form={form}
        issues={checked ? issues : {}}
        applications={connection.applications}
        applicationId={applicationId}
        today={today}
        onChange={(changes) => {
          setFromUrl(false);
          setForm(() => ({ ...form, ...changes }));
        }}
        onSubmit={submit}
      />
      {submitted ? (
        <Results
          input={submitted}
          search={search}
          isCancelled={isCancelled}
          applicationId={submitted.applicationId ?? applicationId}
          onSearchAgain={searchAgain}
          onCancel={cancel}
          onQuote={openQuote}
        />
      ) : (
        <div className={styles.nothing}>
          <EmptyState icon={<IconCalendarSearch size={30} />} title="No search yet">
            Choose dates to see prices for the whole stay, or search without dates to see every listing.
          </EmptyState>
        </div>
      )}
    </>
  );
}
