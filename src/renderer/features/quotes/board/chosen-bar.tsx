/** The bar below the board with the actions for the chosen quotes. The button that deletes stands apart. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { AppError } from '../../../../shared/app-error.ts';
import { MAX_ENTRIES } from '../../../../shared/input/max-input.ts';
import type { Quote } from '../../../../shared/model/quote.ts';
import type { BoardRow } from '../../../../shared/model/quote-board.ts';
import { isUnsettled } from '../../../../shared/quote/quote-state.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { call } from '../../../ipc/client.ts';
import { formatCount, formatNumber } from '../../../text/format.ts';
import { IconColumns3, IconMailForward, IconNote, IconRefresh, IconTrash, IconX } from '../../../ui/icons.ts';
import styles from './board.module.css';

const MAX_COMPARED = 4;

const MAX_OFFERED = MAX_ENTRIES.offeredQuotes;
/** The largest number of quotes to read again at once, because each takes a request. */
const MAX_CHECKED = 20;

const ICON = { size: 15, 'aria-hidden': true } as const;

export function ChosenBar({
  connectionId,
  rows,
  removed,
  onOffer,
  onCompare,
  onNote,
  onDelete,
  onClear,
  onChecked,
}: {
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
}) {
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
        <Button
          size="compact-sm"
          leftSection={<IconMailForward {...ICON} />}
          disabled={rows.length > MAX_OFFERED}
          title={rows.length > MAX_OFFERED ? 'An offer has up to five quotes' : undefined}
          onClick={onOffer}
        >
          Make an offer
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconColumns3 {...ICON} />}
          disabled={rows.length < 2 || rows.length > MAX_COMPARED}
          title={rows.length > MAX_COMPARED ? 'Up to four quotes can be compared' : undefined}
          onClick={onCompare}
        >
          Compare
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconNote {...ICON} />}
          disabled={rows.length !== 1}
          onClick={onNote}
        >
          Note and follow-up
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRefresh {...ICON} />}
          loading={check.isPending}
          disabled={rows.length > MAX_CHECKED}
          title={rows.length > MAX_CHECKED ? `Up to ${MAX_CHECKED} quotes at once` : 'One request for each quote'}
          onClick={() => check.mutate(rows)}
        >
          Check for changes ({formatCount(rows.length, 'request')})
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" leftSection={<IconX {...ICON} />} onClick={onClear}>
          Choose none
        </Button>
        <Button
          className={styles.delete ?? ''}
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconTrash {...ICON} />}
          loading={removed !== null}
          disabled={unsettled > 0}
          onClick={onDelete}
        >
          Delete from this computer
        </Button>
      </div>
      {unsettled > 0 ? (
        <p className={styles.problem}>
          A booking of {formatCount(unsettled, 'chosen quote')} may have been made; check for changes before you delete.
        </p>
      ) : null}
    </section>
  );
}
