/** The text in place of the table when no exchanges are shown. */
import { Button } from '@mantine/core';
import { formatCount } from '../../../text/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconArrowsLeftRight, IconFilterOff } from '../../../ui/icons.ts';
import styles from '../traffic.module.css';

interface Props {
  narrowed: boolean;
  total: number;
  onShowAll: () => void;
}

export function NoExchanges({ narrowed, total, onShowAll }: Props) {
  return (
    <div className={styles.nothing}>
      {narrowed && total > 0 ? (
        <EmptyState
          compact
          icon={<IconFilterOff size={28} />}
          title="No matching exchanges"
          action={<Button onClick={onShowAll}>Show all {formatCount(total, 'exchange')}</Button>}
        >
          No recorded exchange meets all filters. New exchanges that match appear here automatically.
        </EmptyState>
      ) : (
        <EmptyState compact icon={<IconArrowsLeftRight size={28} />} title="No traffic yet">
          Exchanges appear here as soon as the service responds: token requests, listings, searches and quotes.
        </EmptyState>
      )}
    </div>
  );
}
