/** The Quotes page: create a quote, compare rate plans, and book it once, by request or instantly (domain.md, "Quote flow"). */
import { IconReceipt2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { readClock } from '../../../shared/clock-face.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { NoApplication } from '../../actions/no-application.tsx';
import { useKeptQuotes, useQuoteBatch } from '../../actions/quote-batch/quote-batches.ts';
import { ask } from '../../ipc/client.ts';
import { useConnection, useConnections } from '../../ipc/current.ts';
import { useAudience } from '../../ipc/use-audience.ts';
import { useClockFace } from '../../ipc/use-clock-face.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { localDayOf } from '../../text/local-day.ts';
import { WORDS } from '../../text/words.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { TwoPanes } from '../../ui/two-panes.tsx';
import { useRememberedState } from '../../ui/use-remembered-state.ts';
import { BatchNote } from './batch-note.tsx';
import { BatchPanel } from './batch-panel.tsx';
import { MissingQuote } from './missing-quote.tsx';
import { NewQuote } from './new-quote.tsx';
import { QuoteDetail } from './quote-detail.tsx';
import { emptyQuote, formFromParams, formFromQuote, type QuoteForm } from './quote-form.ts';
import { QuoteList } from './quote-list.tsx';
import styles from './quotes.module.css';

export function QuotesPage() {
  const audience = useAudience();
  const connection = useConnection();
  return (
    <>
      <PageHeader
        title="Quotes"
        description="A quote fixes a price for about a day and becomes at most one reservation."
        actions={<PageLink to="/board">All quotes</PageLink>}
      />
      {connection.applications.length === 0 ? (
        <NoApplication connectionId={connection.id} icon={<IconReceipt2 size={30} />}>
          {WORDS[audience].quotesNeedApplication}
        </NoApplication>
      ) : (
        <Quotes key={connection.id} connection={connection} />
      )}
    </>
  );
}

function Quotes({ connection }: { connection: Connection }) {
  const navigate = useNavigate({ from: '/quotes' });
  const search = useSearch({ from: '/quotes' });
  const face = useClockFace(connection.id);
  const list = useQuery(ask('quotes', 'list', { connectionId: connection.id }));
  const [form, setForm] = useRememberedState<QuoteForm>(`quotes.form.${connection.id}`, emptyQuote);
  const quotes = list.data?.quotes ?? [];
  const batch = useQuoteBatch(connection.id);
  useKeptQuotes(
    connection.id,
    useConnections().connections.map(({ id }) => id),
  );
  const openId = search.id ?? null;
  const listed = quotes.find((quote) => quote.id === openId);
  // The list has the newest quotes only.
  const older = useQuery({
    ...ask('quotes', 'get', { connectionId: connection.id, quoteId: openId ?? '-' }),
    enabled: openId !== null && list.data !== undefined && listed === undefined,
  });
  const open = listed ?? (older.isError ? undefined : older.data?.quote);
  const replaces = open?.replaces ?? null;
  const listedEarlier = quotes.find(({ id }) => id === replaces);
  const olderEarlier = useQuery({
    ...ask('quotes', 'get', { connectionId: connection.id, quoteId: replaces ?? '-' }),
    enabled: replaces !== null && list.data !== undefined && listedEarlier === undefined,
  });
  const now = Date.now();

  // Values of the URL move into the form once, so that they do not overwrite typed values later.
  const prefilled = JSON.stringify(search);
  useEffect(() => {
    const params = JSON.parse(prefilled) as typeof search;
    if (params.listingId === undefined) return;
    setForm((known) => formFromParams(known, params));
    void navigate({ search: {}, replace: true });
  }, [prefilled, setForm, navigate]);

  // A link of the navigation carries no quote: it reopens the last one.
  const [lastId, setLastId] = useRememberedState<string | null>(`quotes.open.${connection.id}`, () => null);
  const returning = useRef(prefilled === '{}' && lastId !== null);
  useEffect(() => {
    if (!returning.current) return setLastId(() => openId);
    if (list.data === undefined) return;
    returning.current = false;
    if (list.data.quotes.some(({ id }) => id === lastId))
      void navigate({ search: { id: lastId ?? undefined }, replace: true });
  }, [openId, lastId, list.data, setLastId, navigate]);

  const show = (id?: string) => void navigate({ search: { id } });
  const startNew = () => {
    // The listing at hand is the one that a new quote is for; what was typed for it stays.
    if (open) setForm((known) => (known.listingId === open.listingId ? known : formFromQuote(open)));
    show();
  };
  return (
    <TwoPanes listWidth={288}>
      <QuoteList quotes={quotes} openId={openId} face={face} onOpen={show} onNew={startNew} />
      <div className={styles.main}>
        {list.error ? <ErrorNotice error={list.error} onRetry={() => void list.refetch()} /> : null}
        {batch && (openId !== null || search.several === undefined) ? <BatchNote batch={batch} /> : null}
        {open ? (
          <QuoteDetail
            key={open.id}
            quote={open}
            earlier={listedEarlier ?? olderEarlier.data?.quote}
            connection={connection}
            face={face}
            onCopy={() => {
              setForm(() => formFromQuote(open));
              show();
            }}
            onReplaced={show}
            onDismissed={() => show()}
            onListing={() => void navigate({ to: '/listings', search: { id: open.listingId } })}
          />
        ) : openId !== null && older.isError && older.error.code !== 'notFound' ? (
          <ErrorNotice error={older.error} onRetry={() => void older.refetch()} />
        ) : openId !== null && older.isError ? (
          <MissingQuote key={openId} connectionId={connection.id} quoteId={openId} />
        ) : openId === null && batch && search.several !== undefined ? (
          <BatchPanel connectionId={connection.id} batch={batch} onClose={() => show()} />
        ) : openId === null ? (
          <NewQuote
            connection={connection}
            form={form}
            today={localDayOf(face ? readClock(face, now) : now)}
            face={face}
            onChange={(changes) => setForm((known) => ({ ...known, ...changes }))}
            onCreated={show}
          />
        ) : null}
      </div>
    </TwoPanes>
  );
}
