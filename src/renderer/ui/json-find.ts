/** Finds a text in the names and plain values of a JSON value, as the tree writes them. */
import type { Json } from '../../shared/model/primitives.ts';
import { childPointer, previewOf } from './json-lines.ts';
import type { JsonSteps } from './json-path.ts';

/** The number of hits after which a search stops. */
export const MAX_HITS = 10_000;
/** The maximum depth of searched values, so that a hostile body cannot exhaust the stack. */
const MAX_DEPTH = 1_000;

/** A hit of a search in JSON. `at` is its offset in the name or in the preview of the value. */
export interface JsonHit {
  readonly pointer: string;
  readonly steps: JsonSteps;
  readonly part: 'name' | 'value';
  readonly at: number;
}

/** Makes a pattern that finds a text literally, in upper or lower case. */
export const literalPattern = (text: string): RegExp => new RegExp(RegExp.escape(text), 'giu');

/** Finds the hits in the order of the tree, at most MAX_HITS + 1; none for an empty text. */
export function findInJson(root: Json, text: string): JsonHit[] {
  if (text === '') return [];
  const pattern = literalPattern(text);
  const hits: JsonHit[] = [];
  const steps: (string | number)[] = [];
  const add = (written: string, part: JsonHit['part'], pointer: string): void => {
    for (const { index: at } of written.matchAll(pattern)) hits.push({ pointer, steps: [...steps], part, at });
  };
  const walk = (value: Json, pointer: string): void => {
    if (hits.length > MAX_HITS || steps.length > MAX_DEPTH) return;
    if (Array.isArray(value))
      value.forEach((item, index) => {
        steps.push(index);
        walk(item, childPointer(pointer, String(index)));
        steps.pop();
      });
    else if (value !== null && typeof value === 'object')
      for (const [name, child] of Object.entries(value)) {
        steps.push(name);
        const inner = childPointer(pointer, name);
        add(name, 'name', inner);
        walk(child, inner);
        steps.pop();
      }
    else add(previewOf(value), 'value', pointer);
  };
  walk(root, '');
  return hits.slice(0, MAX_HITS + 1);
}
