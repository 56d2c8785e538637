/** Suggests a filter by status when a person types a status, because the text "403" also matches addresses and bodies. */
import { type OutcomeClass, outcomeClass } from '../../../../shared/model/traffic.ts';
import { OUTCOMES } from '../../../actions/timeline/outcome.ts';
import type { SearchOf } from '../../../navigation/search.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconFilter } from '../../../ui/icons.ts';
import type { TrafficFilters } from './traffic-filters.ts';

type Params = SearchOf<'traffic'>;

/** The outcome classes that have a single status. */
const EXACT = new Set<OutcomeClass>(['unauthorized', 'forbidden', 'tooMany']);
const CLASSES: Readonly<Record<string, { label: string; outcomes: readonly OutcomeClass[] }>> = {
  '2xx': { label: 'Only successful responses (2xx/3xx)', outcomes: ['ok'] },
  '3xx': { label: 'Only successful responses (2xx/3xx)', outcomes: ['ok'] },
  '4xx': { label: 'Only responses with status 4xx', outcomes: ['unauthorized', 'forbidden', 'tooMany', 'otherClient'] },
  '5xx': { label: 'Only responses with status 5xx', outcomes: ['serverFailed'] },
};

export interface Suggestion {
  readonly label: string;
  readonly changes: Params;
}

/** Returns the suggestion for a status ("403") or a class of statuses ("5xx"); null for any other text, and for a filter that is already set. */
export function suggestionOf({ search, outcomes }: Pick<TrafficFilters, 'search' | 'outcomes'>): Suggestion | null {
  const typed = search.toLowerCase();
  const named = CLASSES[typed];
  if (named) return { label: named.label, changes: { search: '', outcome: named.outcomes.join(',') } };
  if (!/^[1-5]\d\d$/.test(typed)) return null;
  const outcome = outcomeClass(Number(typed));
  if (EXACT.has(outcome)) return { label: `Only responses with status ${typed}`, changes: { search: '', outcome } };
  if (outcomes.length === 1 && outcomes[0] === outcome) return null;
  const kind = OUTCOMES.find(({ id }) => id === outcome)?.label.toLowerCase() ?? '';
  return { label: `Only ${kind} responses that contain ${typed}`, changes: { outcome } };
}

interface Props {
  filters: TrafficFilters;
  onChange: (changes: Params) => void;
}

export function StatusSuggestion({ filters, onChange }: Props) {
  const suggestion = suggestionOf(filters);
  if (!suggestion) return null;
  return (
    <IconButton size="compact-sm" flex="none" Icon={IconFilter} onClick={() => onChange(suggestion.changes)}>
      {suggestion.label}
    </IconButton>
  );
}
