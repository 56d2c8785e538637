/** Shows one listing: pictures, facts, calendar, quotes, actions and, for support, the raw record. */
import { Loader, Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { activeApplicationOf } from '../../../../shared/connection/account.ts';
import type { Fact } from '../../../../shared/model/field.ts';
import type { ListingDetail } from '../../../../shared/model/listing.ts';
import { chosenPlanAt, isUnpriced } from '../../../../shared/quote/plan-choice.ts';
import { quoteStateOf, STATE_NAMES } from '../../../../shared/quote/quote-state.ts';
import { CopyButton } from '../../../actions/copy-button.tsx';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { FieldValue } from '../../../actions/field-value.tsx';
import { JsonView } from '../../../actions/json-view.tsx';
import { NotBookable, useNotBookable } from '../../../actions/not-bookable.tsx';
import { useAsk } from '../../../ipc/client.ts';
import { useAudience, useConnection, useCurrentClockFace } from '../../../ipc/current.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import { priced } from '../../../text/currency.ts';
import { formatGuests, formatMoney, formatPlainRange, ourSumText } from '../../../text/format.ts';
import { LISTING_WORD } from '../../../text/listing-word.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconCalendarSearch, IconReceipt2 } from '../../../ui/icons.ts';
import { KeyValueGrid } from '../../../ui/key-value-grid.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { shortTitle } from '../field-names.ts';
import { addressOf, describeListing } from './describe-listing.ts';
import classes from './drawer.module.css';
import { Gallery } from './gallery.tsx';
import { groupFacts } from './group-facts.ts';
import { ListingCalendar } from './listing-calendar.tsx';

interface ListingDrawerProps {
  connectionId: string;
  id: string | null;
  /** True when the connection has a Booking Engine application. */
  canBook: boolean;
  onClose: () => void;
}

export function ListingDrawer({ connectionId, id, canBook, onClose }: ListingDrawerProps) {
  const audience = useAudience();
  const detail = useAsk('listings', 'detail', { connectionId, listingId: id ?? '' }, { enabled: id !== null });
  const shown = id === null ? undefined : detail.data;
  return (
    <SideDrawer opened={id !== null} onClose={onClose} width={760} title={shown?.title ?? LISTING_WORD[audience]}>
      {detail.error ? <ErrorNotice error={detail.error} onRetry={() => void detail.refetch()} /> : null}
      {detail.isLoading ? <Loader size="sm" role="status" aria-label="Loading the details" /> : null}
      {shown ? <ListingDetails key={shown.id} connectionId={connectionId} detail={shown} canBook={canBook} /> : null}
    </SideDrawer>
  );
}

/** The city of a listing, for an availability search; undefined when the record has none. */
const cityOf = (facts: readonly Fact[]): string | undefined => {
  const city = facts.find((fact) => /(^|\.)city$/i.test(fact.path))?.value;
  return typeof city === 'string' ? city : undefined;
};

interface ListingDetailsProps {
  connectionId: string;
  detail: ListingDetail;
  canBook: boolean;
}

function ListingDetails({ connectionId, detail, canBook }: ListingDetailsProps) {
  const navigate = useNavigate();
  const forSupport = useAudience() === 'support';
  const address = addressOf(detail.facts);
  const facts = forSupport ? detail.facts : detail.facts.filter(({ kind }) => kind !== 'identifier');
  const city = cityOf(detail.facts);
  const application = activeApplicationOf(useConnection());
  const refusal = useNotBookable(application?.id).get(detail.id);
  const bookingButtonProps = canBook
    ? {}
    : { disabled: true, title: 'This connection has no Booking Engine application.' };
  return (
    <>
      {detail.subtitle ? <p className={classes.subtitle}>{detail.subtitle}</p> : null}
      <div className={classes.actions}>
        <IconButton
          Icon={IconReceipt2}
          variant="filled"
          onClick={() => void navigate({ to: '/quotes', search: { listingId: detail.id } })}
          {...bookingButtonProps}
        >
          Make a quote
        </IconButton>
        <IconButton
          Icon={IconCalendarSearch}
          onClick={() => void navigate({ to: '/availability', search: { location: city } })}
          {...bookingButtonProps}
        >
          Check availability
        </IconButton>
        {forSupport ? (
          <span className={classes.id}>
            <span className="lk-mono">{detail.id}</span>
            <CopyButton text={detail.id} label="Copy the listing ID" />
          </span>
        ) : null}
      </div>
      {refusal && application ? <NotBookable note={refusal} application={application} /> : null}
      <Tabs defaultValue="facts" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="facts">{forSupport ? 'Facts' : 'Details'}</Tabs.Tab>
          {canBook ? <Tabs.Tab value="calendar">Calendar</Tabs.Tab> : null}
          {canBook ? <Tabs.Tab value="quotes">Quotes</Tabs.Tab> : null}
          {forSupport ? <Tabs.Tab value="raw">Raw JSON</Tabs.Tab> : null}
        </Tabs.List>
        <Tabs.Panel value="calendar">
          <ListingCalendar connectionId={connectionId} listingId={detail.id} />
        </Tabs.Panel>
        <Tabs.Panel value="quotes">
          <ListingQuotes connectionId={connectionId} listingId={detail.id} />
        </Tabs.Panel>
        <Tabs.Panel value="facts" pt="md">
          <Gallery pictures={detail.pictures} title={detail.title} />
          {[...describeListing(detail.facts), address].map((text) =>
            text === null ? null : (
              <p key={text} className={classes.summary}>
                {text}
              </p>
            ),
          )}
          {groupFacts(priced(facts)).map((group) => (
            <section key={group.title} className={classes.group}>
              <h3 className={classes.groupTitle}>{group.title}</h3>
              <KeyValueGrid
                entries={group.facts.map((fact) => ({
                  key: fact.path,
                  name: group.nested ? shortTitle(fact.title) : fact.title,
                  value: <FieldValue kind={fact.kind} value={fact.value} />,
                }))}
              />
            </section>
          ))}
        </Tabs.Panel>
        <Tabs.Panel value="raw" pt="md">
          <JsonView value={detail.raw} label="The record as the service sent it" maxHeight="60vh" />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** The quotes for a listing among the connection's newest quotes. */
function ListingQuotes({ connectionId, listingId }: { connectionId: string; listingId: string }) {
  const quotes = useAsk('quotes', 'list', { connectionId });
  const now = useNow(useCurrentClockFace());
  const sent = quotes.data?.sent ?? [];
  const ours = quotes.data?.quotes.filter((quote) => quote.listingId === listingId) ?? [];
  if (quotes.error) return <ErrorNotice error={quotes.error} compact onRetry={() => void quotes.refetch()} />;
  if (quotes.isSuccess && ours.length === 0)
    return <p className={classes.none}>None of the latest quotes is for it.</p>;
  return (
    <ul className={classes.quotes}>
      {ours.map(({ id, checkIn, checkOut, guests, ratePlans, chosenPlan, outcome, expiresAt, replacedBy }) => {
        const plan = ratePlans[chosenPlanAt(ratePlans, chosenPlan)];
        const { total, isTotalOurs, unreadable = [] } = plan ?? {};
        const price =
          plan && isUnpriced(plan)
            ? ['no price']
            : total && [formatMoney(total), ...(isTotalOurs ? [ourSumText(unreadable.length)] : [])];
        const state = quoteStateOf(
          { outcome, expiresAt, isReplaced: replacedBy !== null, isSent: sent.includes(id) },
          now,
        );
        return (
          <li key={id}>
            <PageLink to="/quotes" search={{ id }}>
              {formatPlainRange(checkIn, checkOut)}
            </PageLink>
            <span className={classes.about}>
              {[formatGuests(guests), ...(price ?? []), STATE_NAMES[state].toLowerCase()].join(', ')}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
