/** The text when no results are shown: nothing is available, or nothing matches the filters. */
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconCalendarOff, IconFilterOff } from '../../../ui/icons.ts';
import styles from '../availability.module.css';
import { countOfProperties } from './use-results.ts';

/** `available` counts the results without the filters. */
export function NoResults({ available, isComplete }: { available: number; isComplete: boolean }) {
  return (
    <div className={styles.nothing}>
      {available > 0 ? (
        <EmptyState icon={<IconFilterOff size={28} />} title="No results match your filters" compact>
          {countOfProperties(available)} are available without them.
        </EmptyState>
      ) : isComplete ? (
        <EmptyState icon={<IconCalendarOff size={28} />} title="Nothing is available" compact>
          Try other dates, fewer guests or another place.
        </EmptyState>
      ) : (
        <EmptyState icon={<IconCalendarOff size={28} />} title="Nothing is available so far" compact>
          Not every result is read yet.
        </EmptyState>
      )}
    </div>
  );
}
