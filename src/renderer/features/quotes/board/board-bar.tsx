/** Above the board: search, view, groups and states, and how many quotes match. */
import { Chip, Group, SegmentedControl, Select } from '@mantine/core';
import type { BoardFilter, BoardRows } from '../../../../shared/model/quote-board.ts';
import { type QuoteState, STATE_NAMES } from '../../../../shared/quote-state.ts';
import { formatCount, formatNumber } from '../../../text/format.ts';
import { LiveCount } from '../../../ui/live-count.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import styles from './board.module.css';

/** What a person chooses to see. */
export type BoardView = Omit<BoardFilter, 'connectionId' | 'today'>;

export function BoardBar({
  view,
  rows,
  onChange,
}: {
  view: BoardView;
  /** Undefined until the first answer. */
  rows: BoardRows | undefined;
  onChange: (changes: Partial<BoardView>) => void;
}) {
  const { total = 0, matched = 0, states = [], followUps = 0, reservations = 0 } = rows ?? {};
  return (
    <>
      <div className={styles.bar}>
        <SearchInput
          className={styles.search ?? ''}
          label="Search the quotes"
          placeholder="Guest, place, date or code"
          size="xs"
          maxLength={200}
          value={view.search}
          onChange={(search) => onChange({ search })}
        />
        <SegmentedControl
          size="xs"
          aria-label="View"
          value={view.view}
          onChange={(value) => onChange({ view: value as BoardView['view'], states: [] })}
          data={[
            { value: 'quotes', label: 'Quotes' },
            { value: 'reservations', label: `Reservations (${formatNumber(reservations)})` },
            { value: 'followUps', label: `Follow-ups (${formatNumber(followUps)})` },
          ]}
        />
        <Select
          size="xs"
          aria-label="Group by"
          allowDeselect={false}
          w={150}
          value={view.group}
          onChange={(group) => onChange({ group: (group ?? 'none') as BoardView['group'] })}
          data={[
            { value: 'none', label: 'No groups' },
            { value: 'guest', label: 'Group by guest' },
            { value: 'week', label: 'Group by week' },
          ]}
        />
        <LiveCount
          text={
            matched === total
              ? formatCount(total, 'quote')
              : `${formatNumber(matched)} of ${formatCount(total, 'quote')}`
          }
          className={styles.count}
        />
      </div>
      <Chip.Group multiple value={[...view.states]} onChange={(of) => onChange({ states: of as QuoteState[] })}>
        <Group gap={6} mb={8} role="group" aria-label="States">
          {shownStates(states, view.states).map(({ state, count }) => (
            <Chip key={state} size="xs" value={state}>
              {STATE_NAMES[state]} ({formatNumber(count)})
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </>
  );
}

/** The states that occur, and the chosen ones also where none is left. */
const shownStates = (found: readonly { state: QuoteState; count: number }[], chosen: readonly QuoteState[]) => [
  ...found,
  ...chosen.filter((state) => !found.some((one) => one.state === state)).map((state) => ({ state, count: 0 })),
];
