/** Writes a filter of cases as an SQL condition. */
import type { CaseFilter } from '../../shared/model/case.ts';
import { matchOf } from './case-words.ts';

export const LISTED = 'removed_at IS NULL';
export const LATEST_FIRST = 'last_at DESC, number DESC';

/** Converts a filter of cases to an SQL condition. `values` fill the placeholders of `where`, in order. */
export function conditionsOf({ search, state }: CaseFilter): { where: string; values: string[] } {
  const match = matchOf(search);
  const conditions = [LISTED, ...(state === null ? [] : ['state = ?'])];
  if (match !== null) conditions.push('number IN (SELECT rowid FROM case_words WHERE case_words MATCH ?)');
  return {
    where: conditions.join(' AND '),
    values: [...(state === null ? [] : [state]), ...(match === null ? [] : [match])],
  };
}
