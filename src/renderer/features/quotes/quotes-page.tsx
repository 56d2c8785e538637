/** The Quotes page: the board, one quote, a new quote, or several quotes that are requested together. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { Connection } from '../../../shared/model/connection.ts';
import type { Quote } from '../../../shared/model/quote.ts';
import { NoApplication } from '../../actions/no-application.tsx';
import type { Batch } from '../../actions/quote-batch/quote-batch.ts';
import { useKeptQuotes, useQuoteBatch } from '../../actions/quote-batch/quote-batches.ts';
import { useAsk } from '../../ipc/client.ts';
import { useAudience, useConnection } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatNumber } from '../../text/format.ts';
import { WORDS } from '../../text/words.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconPlus, IconReceipt2 } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { useTypedState } from '../../ui/use-remembered-state.ts';
import { useStable } from '../../ui/use-stable.ts';
import { BatchPanel, isUnconfirmed } from './batch-panel.tsx';
import { Board } from './board/board.tsx';
import { holdHoursOf } from './booking-form.ts';
import { NewQuote } from './new-quote.tsx';
import { OneQuote } from './one-quote.tsx';
import { emptyQuote, formFromParams, formFromQuote, type QuoteForm } from './quote-form.ts';
import styles from './quotes.module.css';

export function QuotesPage() {
  const connection = useConnection();
  return <Quotes key={connection.id} connection={connection} />;
}

function Quotes({ connection }: { connection: Connection }) {
  const audience = useAudience();
  const navigate = useNavigate({ from: '/quotes' });
  const search = useSearch({ from: '/quotes' });
  const [form, setForm] = useTypedState<QuoteForm>(`quotes.form.${connection.id}`, emptyQuote);
  const batch = useQuoteBatch(connection.id);
  useKeptQuotes(connection.id);
  const note = batch ? <BatchNote batch={batch} /> : null;

  // The values of the page's address are taken over once, so that they do not overwrite what a person types later.
  const prefilled = useStable(search);
  useEffect(() => {
    if (prefilled.listingId === undefined) return;
    setForm((known) => formFromParams(known, prefilled));
    void navigate({ search: { new: '1' }, replace: true });
  }, [prefilled, setForm, navigate]);

  const show = (id?: string) => void navigate({ search: { id } });
  const startNew = () => void navigate({ search: { new: '1' } });
  const startFrom = (quote: Quote) => {
    setForm(() => formFromQuote(quote));
    startNew();
  };
  const canQuote = connection.applications.length > 0;
  const noApplication = canQuote ? null : (
    <NoApplication icon={<IconReceipt2 size={30} />}>{WORDS[audience].quotesNeedApplication}</NoApplication>
  );
  const newQuote = (onClick: () => void) =>
    canQuote ? (
      <IconButton Icon={IconPlus} variant="filled" onClick={onClick}>
        New quote
      </IconButton>
    ) : null;

  if (search.id !== undefined)
    return (
      <OneQuote
        key={search.id}
        quoteId={search.id}
        connection={connection}
        prepared={search.plan === undefined ? null : { planKey: search.plan, holdHours: holdHoursOf(search.hold) }}
        onPrepared={() => void navigate({ search: { id: search.id }, replace: true })}
        header={(quote) => (
          <Header note={note}>
            {newQuote(() => {
              // A new quote is for the listing of the shown quote. Typed values for the same listing stay.
              if (quote === undefined || quote.listingId === form.listingId) startNew();
              else startFrom(quote);
            })}
          </Header>
        )}
        onShow={show}
        onCopy={startFrom}
      />
    );
  if (search.several !== undefined && batch)
    return (
      <>
        <Header />
        <BatchPanel
          connectionId={connection.id}
          batch={batch}
          toOffer={search.offer !== undefined}
          onClose={() => show()}
        />
      </>
    );
  if (search.new !== undefined || search.listingId !== undefined)
    return (
      <>
        <Header note={note} />
        {noApplication ?? (
          <div className={styles.main}>
            <NewQuote
              connection={connection}
              form={form}
              onChange={(changes) => setForm((known) => ({ ...known, ...changes }))}
              onCreated={show}
            />
          </div>
        )}
      </>
    );
  return (
    <Board
      connectionId={connection.id}
      newQuote={newQuote(startNew)}
      note={
        <>
          {note}
          <DraftsNote connectionId={connection.id} />
        </>
      }
      empty={noApplication}
    />
  );
}

function Header({ note = null, children = null }: { note?: ReactNode; children?: ReactNode }) {
  return (
    <>
      <PageHeader
        title="Quotes"
        actions={
          <>
            <PageLink to="/quotes">All quotes</PageLink>
            {children}
          </>
        }
      />
      {note}
    </>
  );
}

/** A note on offers that were begun and not sent, perhaps before a restart, with a link to go on. */
function DraftsNote({ connectionId }: { connectionId: string }) {
  // A quote expires without an event.
  const drafts = useAsk('offers', 'drafts', { connectionId }, { staleTime: 0 }).data ?? [];
  const [draft] = drafts;
  if (!draft) return null;
  const quotes = drafts.length === 1 ? draft.quoteIds.join(',') : undefined;
  const name = draft.guestName.trim();
  return (
    <p className={styles.batchNote}>
      {drafts.length > 1 ? (
        `${formatCount(drafts.length, 'page')} for guests that you began are not sent.`
      ) : (
        <>
          The {draft.kind} that you began{name === '' ? '' : ' for '}
          <bdi>{name}</bdi> is not sent.
        </>
      )}{' '}
      <PageLink
        to="/offers/new"
        search={{ quotes, ...(quotes === undefined || draft.kind === 'offer' ? {} : { kind: draft.kind }) }}
        underline="always"
      >
        {drafts.length === 1 ? 'Continue' : 'Show them'}
      </PageLink>
    </p>
  );
}

/** A note that some quotes of a batch are not created yet, with a link to the batch. The batch may come from an earlier window. */
function BatchNote({ batch: { items, phase } }: { batch: Batch }) {
  const left = items.filter(({ state }) => state !== 'done');
  const open = left.length;
  if (open === 0) return null;
  const unconfirmed = left.filter(isUnconfirmed).length;
  return (
    <p className={styles.batchNote}>
      {unconfirmed === open
        ? `${formatCount(open, 'quote')} that a program asked for ${open === 1 ? 'is' : 'are'} unconfirmed.`
        : phase === 'ended'
          ? `${formatNumber(open)} of ${formatCount(items.length, 'quote')} ${open === 1 ? 'is' : 'are'} not known to be made.`
          : `${formatNumber(open)} of ${formatCount(items.length, 'quote')} still to be made.`}{' '}
      <PageLink to="/quotes" search={{ several: '1' }} underline="always">
        {items.length === 1 ? 'Show it' : 'Show them'}
      </PageLink>
    </p>
  );
}
