/** The text, tone and pattern of each outcome class, so that colour is never the only mark. */
import { OutcomeClass } from '../../../shared/model/traffic.ts';
import type { Tone } from '../../ui/tag.tsx';

export type Pattern = 'solid' | 'slashes' | 'cross' | 'dots' | 'rows' | 'columns' | 'hollow';

export interface OutcomeStyle {
  readonly id: OutcomeClass;
  readonly label: string;
  /** The text after a count, as in "2 × 429". */
  readonly short: string;
  readonly about: string;
  readonly tone: Tone;
  readonly pattern: Pattern;
}

/** The outcome classes from the bottom of a bar to its top. */
export const OUTCOMES: readonly OutcomeStyle[] = [
  { id: 'ok', label: '2xx/3xx', short: 'succeeded', about: 'Succeeded', tone: 'good', pattern: 'solid' },
  { id: 'unauthorized', label: '401', short: '× 401', about: 'Unauthorized', tone: 'bad', pattern: 'slashes' },
  { id: 'forbidden', label: '403', short: '× 403', about: 'Forbidden', tone: 'bad', pattern: 'cross' },
  { id: 'tooMany', label: '429', short: '× 429', about: 'Too many requests', tone: 'accent', pattern: 'dots' },
  {
    id: 'otherClient',
    label: 'Other 4xx',
    short: '× other 4xx',
    about: 'Other client errors',
    tone: 'info',
    pattern: 'rows',
  },
  { id: 'serverFailed', label: '5xx', short: '× 5xx', about: 'Server errors', tone: 'warn', pattern: 'columns' },
  {
    id: 'noAnswer',
    label: 'No response',
    short: 'without response',
    about: 'No response arrived',
    tone: 'muted',
    pattern: 'hollow',
  },
];

/** Reads outcome classes, separated by commas, from an address. Unknown names are ignored. The result is in the order of `OutcomeClass`. */
export const parseOutcomes = (text: string | undefined): OutcomeClass[] => {
  const named = new Set((text ?? '').split(','));
  return OutcomeClass.options.filter((outcome) => named.has(outcome));
};
