/** What stands in place of the rows where there are none. */
import { Button } from '@mantine/core';
import { IconArrowsLeftRight, IconFilterOff } from '@tabler/icons-react';
import { formatCount } from '../../../text/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import styles from '../traffic.module.css';

export function NoExchanges({
  narrowed,
  total,
  onShowAll,
}: {
  narrowed: boolean;
  total: number;
  onShowAll: () => void;
}) {
  return (
    <div className={styles.nothing}>
      {narrowed && total > 0 ? (
        <EmptyState
          compact
          icon={<IconFilterOff size={28} />}
          title="No exchange matches"
          action={
            <Button variant="default" onClick={onShowAll}>
              Show all {formatCount(total, 'exchange')}
            </Button>
          }
        >
          Nothing on record meets all of these conditions. New exchanges that do appear here by themselves.
        </EmptyState>
      ) : (
        <EmptyState compact icon={<IconArrowsLeftRight size={28} />} title="Nothing is on record">
          Requests appear here the moment they are answered: tokens, listings, searches and quotes.
        </EmptyState>
      )}
    </div>
  );
}
