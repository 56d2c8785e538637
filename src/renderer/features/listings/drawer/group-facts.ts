/** Groups the facts of a record: its own fields first, then the fields of each nested object. Pure. */

import type { Fact } from '../../../../shared/model/field.ts';
import { upperFirst } from '../../../../shared/text/first-letter.ts';

export interface FactGroup {
  readonly title: string;
  /** True for the fields of a nested object; `title` is then the object's name. */
  readonly nested: boolean;
  readonly facts: readonly Fact[];
}

/** Returns the title for a field's name: "publicDescription" and "public_description" become "Public description". */
export function titleOf(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase();
  return upperFirst(words);
}

/**
 * Groups facts in the order of the record. A nested object with a single fact has no group: the fact joins the record's own. Pictures are left out.
 */
export function groupFacts(facts: readonly Fact[]): FactGroup[] {
  const shown = facts.filter((fact) => fact.kind !== 'picture' && fact.value !== null && fact.value !== '');
  const parentOf = (fact: Fact) => (fact.path.includes('.') ? (fact.path.split('.')[0] ?? '') : '');
  const sizes = new Map<string, number>();
  for (const fact of shown) sizes.set(parentOf(fact), (sizes.get(parentOf(fact)) ?? 0) + 1);
  const groups = new Map<string, Fact[]>([['', []]]);
  for (const fact of shown) {
    const parent = (sizes.get(parentOf(fact)) ?? 0) > 1 ? parentOf(fact) : '';
    groups.set(parent, [...(groups.get(parent) ?? []), fact]);
  }
  return [...groups]
    .filter(([, grouped]) => grouped.length > 0)
    .map(([parent, grouped]) => ({
      title: parent === '' ? 'General' : titleOf(parent),
      nested: parent !== '',
      facts: grouped,
    }));
}
