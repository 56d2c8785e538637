/** Joins groups of failures over several pages. */
import { type CauseClass, causeClassOf } from '../../../shared/doctor/cause-class.ts';
import type { FailureGroup } from '../../../shared/model/failure-group.ts';

/** Joins the groups of pages, newest page first: similar failures become one group, with the diagnosis of the newest. */
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

/** The class of the cause that a failure’s diagnosis names. */
export function classOf({ diagnosis: { outcome, verdicts } }: FailureGroup): CauseClass {
  return outcome === 'verdict' ? causeClassOf(verdicts[0]?.cause ?? 'notEnough') : 'unknown';
}
