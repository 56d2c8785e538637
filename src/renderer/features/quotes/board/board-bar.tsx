/** The bar above the board: search, view, groups and states, and how many quotes match. */
import { Chip } from '@mantine/core';
import { createContext, memo, useContext } from 'react';
import type { BoardFilter, BoardRows } from '../../../../shared/model/quote-board.ts';
import { type QuoteState, STATE_NAMES } from '../../../../shared/quote/quote-state.ts';
import { useAsk } from '../../../ipc/client.ts';
import { formatCount, formatNumber } from '../../../text/format.ts';
import { LiveCount } from '../../../ui/live-count.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Select } from '../../../ui/select.tsx';
import styles from './board.module.css';

export type BoardView = Omit<BoardFilter, 'connectionId' | 'today'>;

const NO_STATES: BoardRows['states'] = [];

interface BoardBarProps {
  connectionId: string;
  view: BoardView;
  /** The first page of rows, with the counts; undefined until the first answer. */
  rows: BoardRows | undefined;
  onChange: (changes: Partial<BoardView>) => void;
}

export function BoardBar({ connectionId, view, rows, onChange }: BoardBarProps) {
  const {
    total = 0,
    matched = 0,
    states = NO_STATES,
    followUps = 0,
    comingFollowUps = 0,
    reservations = 0,
  } = rows ?? {};
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
        <ViewChoice
          view={view.view}
          reservations={reservations}
          followUps={followUps}
          coming={comingFollowUps}
          onChange={onChange}
        />
        <GroupChoice group={view.group} onChange={onChange} />
        <LiveCount
          text={
            matched === total
              ? formatCount(total, 'quote')
              : `${formatNumber(matched)} of ${formatCount(total, 'quote')}`
          }
          className={styles.count}
        />
      </div>
      <div className={styles.states}>
        <StateChoice found={states} chosen={view.states} onChange={onChange} />
        {view.view === 'quotes' || view.taken ? (
          <TakenChoice connectionId={connectionId} isChosen={view.taken === true} onChange={onChange} />
        ) : null}
      </div>
    </>
  );
}

type Changes = Pick<Parameters<typeof BoardBar>[0], 'onChange'>;

// These components are memoised, because a key in the search field changes none of them at once.
/** The label of the follow-ups: "Follow-ups (2 due, 1 coming)". */
const followUpsLabel = (due: number, coming: number): string =>
  `Follow-ups (${formatNumber(due)} due${coming === 0 ? '' : `, ${formatNumber(coming)} coming`})`;

const ViewChoice = memo(function ViewChoice({
  view,
  reservations,
  followUps,
  coming,
  onChange,
}: Changes & { view: BoardView['view']; reservations: number; followUps: number; coming: number }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="View"
      value={view}
      onChange={(value) => onChange({ view: value as BoardView['view'], states: [] })}
      data={[
        { value: 'quotes', label: 'Quotes' },
        { value: 'reservations', label: `Reservations (${formatNumber(reservations)})` },
        { value: 'followUps', label: followUpsLabel(followUps, coming) },
      ]}
    />
  );
});

const GroupChoice = memo(function GroupChoice({ group, onChange }: Changes & { group: BoardView['group'] }) {
  return (
    <Select
      size="xs"
      aria-label="Group by"
      allowDeselect={false}
      w={150}
      value={group}
      onChange={(value) => onChange({ group: (value ?? 'none') as BoardView['group'] })}
      data={[
        { value: 'none', label: 'No groups' },
        { value: 'guest', label: 'Group by guest' },
        { value: 'week', label: 'Group by week' },
      ]}
    />
  );
});

/** The filter for quotes that can be booked and whose nights somebody took since; absent when there is none and it is not chosen. */
const TakenChoice = memo(function TakenChoice({
  connectionId,
  isChosen,
  onChange,
}: Changes & { connectionId: string; isChosen: boolean }) {
  const count = useAsk('calendars', 'takenOpen', { connectionId }, { keepsPrevious: true }).data?.count ?? 0;
  if (count === 0 && !isChosen) return null;
  return (
    <Chip size="xs" color="red" checked={isChosen} onChange={(taken) => onChange({ taken })}>
      Dates taken
    </Chip>
  );
});

type StateCount = BoardRows['states'][number];

/** The number of quotes in each state. A context provides the numbers, so that a changed number does not render all chips again. */
const Counts = createContext<BoardRows['states']>(NO_STATES);

const StateChoice = memo(function StateChoice({
  found,
  chosen,
  onChange,
}: Changes & { found: readonly StateCount[]; chosen: readonly QuoteState[] }) {
  const shown = shownStates(found, chosen).map(({ state }) => state);
  return (
    <Counts.Provider value={found as BoardRows['states']}>
      <StateChips shown={shown.join(' ')} chosen={chosen} onChange={onChange} />
    </Counts.Provider>
  );
});

interface StateChipsProps extends Changes {
  /** The states to show, joined by spaces. */
  shown: string;
  chosen: readonly QuoteState[];
}

const StateChips = memo(function StateChips({ shown, chosen, onChange }: StateChipsProps) {
  const states = shown.split(' ').filter(Boolean) as QuoteState[];
  return (
    <Chip.Group multiple value={[...chosen]} onChange={(of) => onChange({ states: of as QuoteState[] })}>
      <fieldset aria-label="States">
        {states.map((state) => (
          <Chip key={state} size="xs" value={state}>
            <StateText state={state} />
          </Chip>
        ))}
      </fieldset>
    </Chip.Group>
  );
});

function StateText({ state }: { state: QuoteState }) {
  const count = useContext(Counts).find((one) => one.state === state)?.count ?? 0;
  return `${STATE_NAMES[state]} (${formatNumber(count)})`;
}

/** The states that occur, and the chosen states even when no quote has them. */
const shownStates = (found: readonly { state: QuoteState; count: number }[], chosen: readonly QuoteState[]) => [
  ...found,
  ...chosen.filter((state) => !found.some((one) => one.state === state)).map((state) => ({ state, count: 0 })),
];
