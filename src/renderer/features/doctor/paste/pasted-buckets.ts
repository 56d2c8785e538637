/** Counts the exchanges of an input in the bars of its timeline. Pure. */
import type { PastedMoment } from '../../../../shared/model/pasted.ts';
import { OutcomeClass, outcomeClass, type TimelineBucket } from '../../../../shared/model/traffic.ts';
import type { TimeWindow } from '../../../actions/timeline/time-window.ts';

const BARS = 60;
const MIN_BAR_MS = 100;

export interface PastedBuckets {
  readonly window: TimeWindow;
  readonly bucketMs: number;
  readonly buckets: readonly TimelineBucket[];
}

/** The bars from the first to the last moment; at least one bar, even when all moments are the same instant. */
export function bucketsOf(moments: readonly PastedMoment[]): PastedBuckets {
  const from = moments[0]?.at ?? 0;
  const last = moments.at(-1)?.at ?? 0;
  const bucketMs = Math.max(MIN_BAR_MS, Math.ceil((last - from + 1) / BARS));
  const count = Math.floor((last - from) / bucketMs) + 1;
  const none = () => Object.fromEntries(OutcomeClass.options.map((kind) => [kind, 0])) as TimelineBucket['counts'];
  const buckets = Array.from({ length: count }, (_, index) => ({ at: from + index * bucketMs, counts: none() }));
  for (const { at, status } of moments) {
    const bucket = buckets[Math.floor((at - from) / bucketMs)];
    if (bucket) bucket.counts[outcomeClass(status)] += 1;
  }
  return { window: { from, until: from + count * bucketMs }, bucketMs, buckets };
}

/** The longest time without an exchange, and when it ended; null when every exchange has the same time. */
export function longestGapOf(moments: readonly PastedMoment[]): { lengthMs: number; until: number } | null {
  let longest: { lengthMs: number; until: number } | null = null;
  for (const [index, { at }] of moments.entries()) {
    const lengthMs = at - (moments[index - 1]?.at ?? at);
    if (lengthMs > (longest?.lengthMs ?? 0)) longest = { lengthMs, until: at };
  }
  return longest;
}
