/** Finds a quote by its id: among the newest quotes, else by reading it alone. */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Connection } from '../../../shared/model/connection.ts';
import type { Quote } from '../../../shared/model/quote.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { useAct, useAsk } from '../../ipc/client.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconReceiptOff } from '../../ui/icons.ts';
import type { PreparedBooking } from './booking-form.ts';
import { QuoteDetail } from './quote-detail.tsx';
import styles from './quotes.module.css';

interface Props {
  quoteId: string;
  connection: Connection;
  /** The choices of a program in the booking form; null when the person opened the page. */
  prepared: PreparedBooking | null;
  onPrepared: () => void;
  header: (quote: Quote | undefined) => ReactNode;
  /** Opens another quote; without an id, the board. */
  onShow: (quoteId?: string) => void;
  /** Opens the form for a new quote with the values of this one. */
  onCopy: (quote: Quote) => void;
}

export function OneQuote({ quoteId, connection, prepared, onPrepared, header, onShow, onCopy }: Props) {
  const navigate = useNavigate();
  const { list, quote, isSent, error, retry } = useQuote(connection.id, quoteId);
  const earlier = useQuote(connection.id, quote?.replaces ?? null);
  return (
    <>
      {header(quote)}
      <div className={styles.main}>
        {list.error ? <ErrorNotice error={list.error} onRetry={() => void list.refetch()} /> : null}
        {quote ? (
          <QuoteDetail
            quote={quote}
            isSent={isSent}
            earlier={earlier.quote}
            connection={connection}
            prepared={prepared}
            onPrepared={onPrepared}
            onCopy={() => onCopy(quote)}
            onReplaced={onShow}
            onDismissed={() => onShow()}
            onListing={() => void navigate({ to: '/listings', search: { id: quote.listingId } })}
          />
        ) : error && error.code !== 'notFound' ? (
          <ErrorNotice error={error} onRetry={retry} />
        ) : error ? (
          <MissingQuote connectionId={connection.id} quoteId={quoteId} />
        ) : null}
      </div>
    </>
  );
}

/** Finds a quote among the newest ones, which other pages have read too, or else reads it by itself. */
function useQuote(connectionId: string, quoteId: string | null) {
  const list = useAsk('quotes', 'list', { connectionId });
  const listed = list.data?.quotes.find(({ id }) => id === quoteId);
  const enabled = quoteId !== null && list.data !== undefined && listed === undefined;
  const older = useAsk('quotes', 'get', { connectionId, quoteId: quoteId ?? '-' }, { enabled });
  return {
    list,
    quote: listed ?? (older.isError ? undefined : older.data?.quote),
    // The mark is known even while the offers cannot be decrypted.
    isSent: listed ? (list.data?.sent.includes(listed.id) ?? false) : (older.data?.annotation.sentOn ?? null) !== null,
    error: older.error,
    retry: () => void older.refetch(),
  };
}

/** The page of a quote that the console does not have, with a button that reads it from the service. */
function MissingQuote({ connectionId, quoteId }: { connectionId: string; quoteId: string }) {
  const read = useAct('quotes', 'fetch', { quiet: true });
  return (
    <div className={styles.panel}>
      <EmptyState
        icon={<IconReceiptOff size={30} />}
        title="This quote is not on the list"
        action={
          <Button loading={read.isPending} onClick={() => read.mutate({ connectionId, quoteId, applicationId: null })}>
            Load it from the service
          </Button>
        }
      >
        <span className="lk-mono">{quoteId}</span>
      </EmptyState>
      {read.error ? <ErrorNotice error={read.error} /> : null}
    </div>
  );
}
