/** What reading JSON piece by piece keeps in mind: where it is, and what is to be replaced. */
import type { FieldKind, Subject } from './field-kinds.ts';

/** An object or list that is open, or the text itself around them. */
export interface Frame {
  readonly isList: boolean;
  readonly subject: Subject;
  /** The kind of the name before the value that comes next; in a list, that of the list's own name. */
  kind: FieldKind;
  /** Whether the value that comes next is the value of a `{"name": …, "value": …}` pair, or says its name. */
  role: 'value' | 'name' | 'none';
  /** Of such a pair: what its name says, and where its values stand. */
  pairKind: FieldKind | null;
  values: [number, number][] | null;
  /** In a list: how many values there were, and the kind that the last text says when it is a name. */
  count: number;
  lastNameKind: FieldKind | null;
  /** Where this object or list begins. */
  readonly start: number;
}

export function newFrame(isList: boolean, subject: Subject, kind: FieldKind, start: number): Frame {
  return { isList, subject, kind, role: 'none', pairKind: null, values: null, count: 0, lastNameKind: null, start };
}

/** What stands between two places is replaced by a text, as JSON writes it. */
export type Edit = readonly [start: number, end: number, text: string];

/** Whether the next thing behind a quoted text is a colon. */
export function followedByColon(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return text.charCodeAt(at) === 0x3a;
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** A quoted text as it is meant. */
export function unescapeJson(raw: string): string {
  return raw.replace(/\\(?:u([0-9a-f]{4})|([\s\S]))/gi, (_, hex: string | undefined, one: string | undefined) =>
    hex === undefined ? (ESCAPES[one ?? ''] ?? one ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** The text with its edits made; one inside another goes with it. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const ordered = edits.toSorted((one, other) => one[0] - other[0] || other[1] - one[1]);
  let out = '';
  let from = 0;
  for (const [start, end, replacement] of ordered) {
    if (start < from) continue;
    out += text.slice(from, start) + replacement;
    from = end;
  }
  return out + text.slice(from);
}
