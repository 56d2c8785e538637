/** The Flexible dates page: a grid that shows which listing is free on which arrival, and at what price (service.md §6.6). */

import { Button } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { activeApplicationOf } from '../../../shared/connection/account.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import { arrivalsOf } from '../../../shared/stay/arrivals.ts';
import { addDays, plainDateOf } from '../../../shared/time/plain-date.ts';
import { useToday } from '../../actions/clock-time.tsx';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { NoApplication } from '../../actions/no-application.tsx';
import { useListingNoun } from '../../actions/use-listing-noun.ts';
import { useAsk } from '../../ipc/client.ts';
import { useConnection } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatNumber } from '../../text/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { GridBlock, GridPosition } from '../../ui/grid-block.ts';
import { IconCalendarStats } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { useStable } from '../../ui/use-stable.ts';
import { CheapestAnswer } from './cheapest-answer.tsx';
import { FillBar } from './fill-bar.tsx';
import { Legend } from './grid/legend.tsx';
import { MatrixGrid, type OpenedCell } from './grid/matrix-grid.tsx';
import { useMatrixSize } from './grid/use-matrix-tiles.ts';
import styles from './matrix.module.css';
import { MatrixFields } from './matrix-fields.tsx';
import { limitsOf, type MatrixParams, nextOrder, questionOf, viewOf } from './matrix-form.ts';
import { MonthDrawer } from './month-drawer.tsx';
import { type CheckedStay, PriceCheck } from './price-check.tsx';
import { SelectionBar } from './selection-bar.tsx';

const TITLE_PX = 220;

export function MatrixPage() {
  const connection = useConnection();
  const application = activeApplicationOf(connection);
  return (
    <div className={styles.page}>
      <PageHeader isTight title="Flexible dates" actions={<PageLink to="/availability">Search fixed dates</PageLink>} />
      {application ? (
        <FlexibleDates key={connection.id} connection={connection} applicationId={application.id} />
      ) : (
        <NoApplication icon={<IconCalendarStats size={30} />}>
          Calendars and prices are part of the Booking Engine API, which needs an application with its own credentials.
        </NoApplication>
      )}
    </div>
  );
}

function FlexibleDates({ connection, applicationId }: { connection: Connection; applicationId: string }) {
  const params: MatrixParams = useStable(useSearch({ from: '/matrix' }));
  const navigate = useNavigate();
  const today = useToday();
  const { applications } = connection;
  const chosen = applications.find(({ id }) => id === params.applicationId)?.id ?? applicationId;
  const question = useMemo(
    () => questionOf(connection.id, chosen, params, today),
    [connection.id, chosen, params, today],
  );
  const { stays } = question;
  const noun = useListingNoun();
  const arrivals = useMemo(() => arrivalsOf(stays).map(plainDateOf), [stays]);
  const view = useMemo(() => viewOf(params, arrivals), [params, arrivals]);
  const { size, error, retry } = useMatrixSize(question, view);
  const [block, setBlock] = useState<GridBlock | null>(null);
  const [cell, setCell] = useState<OpenedCell | null>(null);
  const [target, setTarget] = useState<GridPosition | null>(null);
  const go = (changes: Partial<MatrixParams>, replace: boolean) =>
    void navigate({ to: '/matrix', search: { ...params, ...changes }, replace });
  const change = useCallbackRef((changes: Partial<MatrixParams>) => go(changes, true));
  const closeDrawer = () => go({ listingId: undefined, checkIn: undefined }, true);
  const quote = ({ listingId: id, checkIn: arrival }: CheckedStay) =>
    void navigate({
      to: '/quotes',
      search: {
        listingId: id,
        applicationId: chosen,
        checkIn: arrival,
        checkOut: addDays(arrival, stays.nights),
        guests: stays.guests ?? undefined,
      },
    });
  const { listingId, checkIn } = params;
  return (
    <>
      <MatrixFields
        question={question}
        view={view}
        arrivals={arrivals}
        applications={applications}
        today={today}
        onChange={change}
      />
      {limitsOf(params, today).map((limit) => (
        <p key={limit} className={styles.limited} role="status">
          {limit}
        </p>
      ))}
      <FillBar question={question} />
      {error ? <ErrorNotice error={error} onRetry={retry} /> : null}
      {size === null ? null : size.rows === 0 || arrivals.length === 0 ? (
        <Nothing
          hasArrivals={arrivals.length > 0}
          hasListings={size.listings > 0}
          connectionId={connection.id}
          onNoLimit={() => go({ maxPrice: undefined }, true)}
          onAny={() => go({ guests: undefined, bedrooms: undefined, places: undefined }, true)}
        />
      ) : (
        <>
          {view.maxPerNight !== null && size.rows < size.listings ? (
            <p className={styles.limited} role="status">
              {formatNumber(size.rows)} of {noun.count(size.listings)}:{' '}
              {formatCount(size.listings - size.rows, 'other')} {size.listings - size.rows === 1 ? 'has' : 'have'} no
              free stay up to {formatNumber(view.maxPerNight)} a night.
            </p>
          ) : null}
          <CheapestAnswer question={question} view={view} onShow={({ row, column }) => setTarget({ row, column })} />
          <MatrixGrid
            key={JSON.stringify([chosen, question.listings, stays.firstArrival, stays.lastArrival, stays.weekends])}
            question={question}
            view={view}
            arrivals={arrivals}
            rowCount={size.rows}
            label={`${noun.count(size.rows)} on ${formatCount(arrivals.length, 'arrival')}, ${formatCount(stays.nights, 'night')}`}
            titleWidth={TITLE_PX}
            target={target}
            onOpenCell={(opened) => quote(stayOf(opened))}
            onOpenRow={(row) => go({ listingId: row.listingId }, false)}
            onSort={(by) => go({ sort: nextOrder(view.order, by) }, true)}
            onBlock={setBlock}
            onCell={setCell}
          />
          <Legend />
          <SelectionBar
            question={question}
            applicationId={chosen}
            view={view}
            cell={cell}
            block={block}
            onQuote={quote}
            onCheck={(stay) => go(stay, false)}
            onMonth={(id) => go({ listingId: id }, false)}
          />
        </>
      )}
      <MonthDrawer
        question={question}
        listingId={checkIn === undefined ? (listingId ?? null) : null}
        onClose={closeDrawer}
        onCompare={(id, arrival) => go({ listingId: id, checkIn: arrival }, true)}
      />
      <PriceCheck
        question={question}
        stay={listingId !== undefined && checkIn !== undefined ? { listingId, checkIn } : null}
        onClose={closeDrawer}
      />
    </>
  );
}

const stayOf = ({ row, arrival }: OpenedCell): CheckedStay => ({ listingId: row.listingId, checkIn: arrival });

interface NothingProps {
  hasArrivals: boolean;
  hasListings: boolean;
  connectionId: string;
  onNoLimit: () => void;
  /** Removes the filters for guests, bedrooms and places. */
  onAny: () => void;
}

function Nothing({ hasArrivals, hasListings, connectionId, onNoLimit, onAny }: NothingProps) {
  const noun = useListingNoun();
  const loaded = useAsk('matrix', 'choices', { connectionId }).data?.loaded ?? 0;
  if (hasArrivals && hasListings)
    return (
      <EmptyState
        icon={<IconCalendarStats size={30} />}
        title="Nothing up to this price"
        action={
          <Button variant="filled" onClick={onNoLimit}>
            Show all prices
          </Button>
        }
      >
        No {noun.one} has a free stay up to the price per night that is chosen.
      </EmptyState>
    );
  if (hasArrivals && loaded > 0)
    return (
      <EmptyState
        icon={<IconCalendarStats size={30} />}
        title={`No ${noun.one} fits`}
        action={
          <Button variant="filled" onClick={onAny}>
            Any guests, bedrooms and places
          </Button>
        }
      >
        {loaded === 1 ? `The one loaded ${noun.one}` : `None of the ${formatNumber(loaded)} loaded ${noun.many}`}{' '}
        {loaded === 1 ? 'does not have' : 'has'} these guests, bedrooms and places.
      </EmptyState>
    );
  return hasArrivals ? (
    <EmptyState
      icon={<IconCalendarStats size={30} />}
      title={`No ${noun.many}`}
      action={<PageLink to="/listings">Load the {noun.many}</PageLink>}
    >
      The rows are the loaded {noun.many} that fit. Load them, choose other places, or load prices: a search finds the
      {noun.many} that are free.
    </EmptyState>
  ) : (
    <EmptyState icon={<IconCalendarStats size={30} />} title="No weekend in these days">
      Choose more days, or switch off “Weekends only”.
    </EmptyState>
  );
}
