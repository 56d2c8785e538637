/** Merges the failure groups of several pages. */
import { type CauseClass, causeClassOf } from '../../../shared/doctor/cause-class.ts';
import type { FailureGroup } from '../../../shared/model/failure-group.ts';

/** Merges the groups of pages, the newest page first. Groups with the same key become one, which has the diagnosis of the newest failure. */
export function mergedGroups(pages: readonly (readonly FailureGroup[])[]): FailureGroup[] {
  const merged = new Map<string, FailureGroup>();
  for (const group of pages.flat()) {
    const newer = merged.get(group.key);
    if (!newer) merged.set(group.key, group);
    else
      merged.set(group.key, {
        ...newer,
        count: newer.count + group.count,
        firstAt: Math.min(newer.firstAt, group.firstAt),
      });
  }
  return [...merged.values()];
}

/** The class of the most likely cause; `unknown` when the diagnosis names none. */
export function classOf({ diagnosis: { outcome, verdicts } }: FailureGroup): CauseClass {
  return outcome === 'verdict' ? causeClassOf(verdicts[0]?.cause ?? 'notEnough') : 'unknown';
}
