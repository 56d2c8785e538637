/** The actions for the chosen quotes, below the board, and the drawers that two of them open. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { memo, useState } from 'react';
import type { AppError } from '../../../../shared/app-error.ts';
import { MAX_ENTRIES } from '../../../../shared/input/max-input.ts';
import type { Quote } from '../../../../shared/model/quote.ts';
import type { BoardRow } from '../../../../shared/model/quote-board.ts';
import { isUnsettled } from '../../../../shared/quote/quote-state.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { call } from '../../../ipc/client.ts';
import { formatCount, formatNumber } from '../../../text/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconColumns3, IconMailForward, IconNote, IconRefresh, IconTrash, IconX } from '../../../ui/icons.ts';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { QuoteNote } from '../quote-note.tsx';
import styles from './board.module.css';
import { CompareQuotes } from './compare-quotes.tsx';
import type { Chosen } from './use-chosen.ts';

export const ChosenPart = memo(function ChosenPart({
  connectionId,
  chosen: { rows, clear, checked },
  removed,
  onDelete,
}: {
  connectionId: string;
  chosen: Chosen;
  removed: number | null;
  onDelete: () => void;
}) {
  const navigate = useNavigate();
  const [drawer, setDrawer] = useState<'compare' | 'note' | null>(null);
  const only = rows[0];
  return (
    <>
      {rows.length > 0 ? (
        <ChosenBar
          connectionId={connectionId}
          rows={rows}
          removed={removed}
          onOffer={() => void navigate({ to: '/offers/new', search: { quotes: rows.map(({ id }) => id).join(',') } })}
          onCompare={() => setDrawer('compare')}
          onNote={() => setDrawer('note')}
          onDelete={onDelete}
          onClear={clear}
          onChecked={checked}
        />
      ) : null}
      <CompareQuotes
        connectionId={connectionId}
        rows={drawer === 'compare' ? rows : []}
        opened={drawer === 'compare'}
        onClose={() => setDrawer(null)}
      />
      <SideDrawer
        opened={drawer === 'note'}
        title={only?.listingTitle ?? only?.listingId ?? 'Note'}
        width={460}
        onClose={() => setDrawer(null)}
      >
        {only ? (
          <QuoteNote connectionId={connectionId} quoteId={only.id} isMain onSaved={() => setDrawer(null)} />
        ) : null}
      </SideDrawer>
    </>
  );
});

const MAX_COMPARED = 4;

const MAX_OFFERED = MAX_ENTRIES.offeredQuotes;
/** The largest number of quotes to read again at once, because each takes a request. */
const MAX_CHECKED = 20;

interface Props {
  connectionId: string;
  rows: readonly BoardRow[];
  /** How many quotes are deleted so far; null while no deletion runs. */
  removed: number | null;
  onOffer: () => void;
  onCompare: () => void;
  onNote: () => void;
  onDelete: () => void;
  onClear: () => void;
  onChecked: (quote: Quote) => void;
}

/** The bar below the board with the actions for the chosen quotes. The button that deletes stands apart. */
function ChosenBar({ connectionId, rows, removed, onOffer, onCompare, onNote, onDelete, onClear, onChecked }: Props) {
  const check = useMutation<void, AppError, readonly BoardRow[]>({
    mutationFn: async (chosen) => {
      for (const { id } of chosen)
        onChecked(await call('quotes', 'fetch', { connectionId, quoteId: id, applicationId: null }));
    },
  });
  const unsettled = rows.filter(({ outcome }) => isUnsettled(outcome)).length;
  return (
    <section aria-label="Chosen quotes">
      {check.error ? <ErrorNotice error={check.error} compact /> : null}
      <div className={styles.chosen}>
        <span className="lk-num" role="status">
          {removed === null
            ? `${formatCount(rows.length, 'quote')} chosen`
            : `Deleted ${formatNumber(removed)} of ${formatCount(rows.length, 'quote')}`}
        </span>
        <IconButton
          Icon={IconMailForward}
          variant="filled"
          size="compact-sm"
          disabled={rows.length > MAX_OFFERED}
          title={rows.length > MAX_OFFERED ? 'An offer has up to five quotes' : undefined}
          onClick={onOffer}
        >
          Make an offer
        </IconButton>
        <IconButton
          Icon={IconColumns3}
          size="compact-sm"
          disabled={rows.length < 2 || rows.length > MAX_COMPARED}
          title={rows.length > MAX_COMPARED ? 'Up to four quotes can be compared' : undefined}
          onClick={onCompare}
        >
          Compare
        </IconButton>
        <IconButton Icon={IconNote} size="compact-sm" disabled={rows.length !== 1} onClick={onNote}>
          Note and follow-up
        </IconButton>
        <IconButton
          Icon={IconRefresh}
          size="compact-sm"
          loading={check.isPending}
          disabled={rows.length > MAX_CHECKED}
          title={rows.length > MAX_CHECKED ? `Up to ${MAX_CHECKED} quotes at once` : 'One request for each quote'}
          onClick={() => check.mutate(rows)}
        >
          Check for changes ({formatCount(rows.length, 'request')})
        </IconButton>
        <IconButton Icon={IconX} size="compact-sm" variant="subtle" color="gray" onClick={onClear}>
          Choose none
        </IconButton>
        <IconButton
          Icon={IconTrash}
          className={styles.delete ?? ''}
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={removed !== null}
          disabled={unsettled > 0}
          onClick={onDelete}
        >
          Delete from this computer
        </IconButton>
      </div>
      {unsettled > 0 ? (
        <p className={styles.problem}>
          A booking of {formatCount(unsettled, 'chosen quote')} may have been made; check for changes before you delete.
        </p>
      ) : null}
    </section>
  );
}
