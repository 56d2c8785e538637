/** The outcomes the journal can be filtered by. */
import type { InputOf } from '../../../shared/contract/index.ts';

export type Outcome = InputOf<'traffic', 'exchanges'>['outcome'];

export const OUTCOMES: readonly { value: Outcome; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'ok', label: 'Succeeded' },
  { value: 'failed', label: 'Failed' },
  { value: 'refused', label: 'Refused' },
];

/** An outcome from text of an address, `all` when it is none. */
export const outcomeOf = (text: string | undefined): Outcome =>
  OUTCOMES.find((outcome) => outcome.value === text)?.value ?? 'all';
