/** Converts a JSON value to the visible lines of a tree; closed branches are not visited. */
import type { Json } from '../../shared/model/primitives.ts';

export interface JsonLine {
  /** The JSON pointer of the value, such as "/results/0/_id"; "" for the root. */
  readonly pointer: string;
  readonly parent: string | null;
  readonly name: string | null;
  /** Whether the name is an index of an array. */
  readonly isIndex: boolean;
  readonly depth: number;
  readonly value: Json;
  /** The number of children of an array or object; `null` for a plain value. */
  readonly size: number | null;
  readonly open: boolean;
  readonly index: number;
  readonly siblings: number;
}

const escapeName = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns the JSON pointer of a child of the value at `pointer`. */
export const childPointer = (pointer: string, name: string): string => `${pointer}/${escapeName(name)}`;

/** Returns the pointers of the arrays and objects that a value is in, from the root on. */
export function ancestorsOf(pointer: string): string[] {
  const names = pointer.split('/').slice(1, -1);
  return ['', ...names.map((_, at) => `/${names.slice(0, at + 1).join('/')}`)];
}

function sizeOf(value: Json): number | null {
  if (Array.isArray(value)) return value.length;
  return value !== null && typeof value === 'object' ? Object.keys(value).length : null;
}

const childrenOf = (value: Json): [string, Json][] =>
  Array.isArray(value)
    ? value.map((item, index) => [String(index), item])
    : value !== null && typeof value === 'object'
      ? Object.entries(value)
      : [];

/** Returns the visible lines of `root` when exactly the pointers in `open` are open. */
export function linesOf(root: Json, open: ReadonlySet<string>): JsonLine[] {
  const lines: JsonLine[] = [];
  const walk = (value: Json, at: Omit<JsonLine, 'value' | 'size' | 'open'>) => {
    const size = sizeOf(value);
    const isOpen = size !== null && size > 0 && open.has(at.pointer);
    lines.push({ ...at, value, size, open: isOpen });
    if (!isOpen) return;
    const children = childrenOf(value);
    children.forEach(([name, child], index) => {
      walk(child, {
        pointer: childPointer(at.pointer, name),
        parent: at.pointer,
        name,
        isIndex: Array.isArray(value),
        depth: at.depth + 1,
        index,
        siblings: children.length,
      });
    });
  };
  walk(root, { pointer: '', parent: null, name: null, isIndex: false, depth: 0, index: 0, siblings: 1 });
  return lines;
}

/** Returns the pointers that are open at first: the root and, if it has at most 40 children, each child with at most 8 children. */
export function firstOpen(root: Json): Set<string> {
  const open = new Set<string>(['']);
  const size = sizeOf(root);
  if (size === null || size > 40) return open;
  for (const [name, child] of childrenOf(root)) {
    const childSize = sizeOf(child);
    if (childSize !== null && childSize <= 8) open.add(`/${escapeName(name)}`);
  }
  return open;
}

/** Returns the pointers of all arrays and objects, at most `max`, for "Open all". */
export function allOpen(root: Json, max = 5_000): Set<string> {
  const open = new Set<string>();
  const walk = (value: Json, pointer: string) => {
    if (sizeOf(value) === null || open.size >= max) return;
    open.add(pointer);
    for (const [name, child] of childrenOf(value)) walk(child, childPointer(pointer, name));
  };
  walk(root, '');
  return open;
}

/** Returns a value in one line: an array or an object as its size, any other value as JSON. */
export function previewOf(value: Json): string {
  const size = sizeOf(value);
  if (Array.isArray(value)) return size === 0 ? '[]' : `[ ${size} ]`;
  if (size !== null) return size === 0 ? '{}' : `{ ${size} }`;
  return JSON.stringify(value);
}
