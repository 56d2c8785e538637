/** Groups the facts of a record: its own fields first, then each nested object. Pure. */
import type { Fact } from '../../../../shared/model/field.ts';

export interface FactGroup {
  readonly title: string;
  /** True for the fields of a nested object, which the group's title names. */
  readonly nested: boolean;
  readonly facts: readonly Fact[];
}

/** Converts a field name to a title: "publicDescription" and "public_description" become "Public description". */
export function titleOf(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The groups in order of appearance. A group with a single fact joins the record's own fields. Pictures are left to the gallery. */
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
