/** The outcomes the list can be narrowed to at one stroke. */
import type { OutcomeClass } from '../../../shared/model/traffic.ts';

export type Outcome = 'all' | 'ok' | 'failed' | 'refused';

export const OUTCOMES: readonly { value: Outcome; label: string; classes: OutcomeClass[] }[] = [
  { value: 'all', label: 'All', classes: [] },
  { value: 'ok', label: 'Succeeded', classes: ['ok'] },
  {
    value: 'failed',
    label: 'Failed',
    classes: ['unauthorized', 'forbidden', 'tooMany', 'otherClient', 'serverFailed', 'noAnswer'],
  },
  { value: 'refused', label: 'Refused', classes: ['unauthorized', 'forbidden'] },
];

/** An outcome from text of an address, `all` when it is none. */
export const outcomeOf = (text: string | undefined): Outcome =>
  OUTCOMES.find((outcome) => outcome.value === text)?.value ?? 'all';

export const classesOf = (outcome: Outcome): OutcomeClass[] =>
  OUTCOMES.find(({ value }) => value === outcome)?.classes ?? [];
