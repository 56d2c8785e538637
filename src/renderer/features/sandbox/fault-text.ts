/** The faults that a person can choose, and their texts. */

import { OperationId } from '../../../shared/model/operation.ts';
import { type Fault, type FaultEffect, FaultTarget } from '../../../shared/model/sandbox.ts';
import { operationName } from '../../../shared/text/api-names.ts';
import { formatDuration } from '../../../shared/time/format-duration.ts';

export const TARGETS: readonly { value: FaultTarget; label: string }[] = [
  { value: 'any', label: 'Any request' },
  { value: 'token', label: operationName('token') },
  ...OperationId.options.map((id) => ({ value: id, label: operationName(id) })),
];

export const EFFECTS: readonly { value: string; effect: FaultEffect }[] = (
  [
    { kind: 'answer', status: 400 },
    { kind: 'answer', status: 401 },
    { kind: 'answer', status: 403 },
    { kind: 'answer', status: 429 },
    { kind: 'answer', status: 500 },
    { kind: 'answer', status: 502 },
    { kind: 'answer', status: 503 },
    { kind: 'delay', delayMs: 2_000 },
    { kind: 'delay', delayMs: 10_000 },
    { kind: 'delay', delayMs: 60_000 },
    { kind: 'drop', when: 'before' },
    { kind: 'drop', when: 'after' },
  ] as const
).map((effect) => ({ value: JSON.stringify(effect), effect }));

/** The effect of a fault: "answers 403", "answers 10 s late", "drops the connection without a response". */
export function effectText(effect: FaultEffect): string {
  if (effect.kind === 'answer') return `answers ${effect.status}`;
  if (effect.kind === 'delay') return `answers ${formatDuration(effect.delayMs)} late`;
  return effect.when === 'before'
    ? 'drops the connection without a response'
    : 'processes the request, then drops the response';
}

export const targetOf = (text: string | null): FaultTarget | null => FaultTarget.safeParse(text).data ?? null;

const targetText = (target: FaultTarget): string => TARGETS.find((entry) => entry.value === target)?.label ?? target;
const timesText = (times: number | null): string =>
  times === null ? 'until it is removed' : times === 1 ? 'once more' : `${times} more times`;

export const faultText = (fault: Pick<Fault, 'target' | 'effect' | 'times'>): string =>
  `${targetText(fault.target)} ${effectText(fault.effect)}, ${timesText(fault.times)}`;
