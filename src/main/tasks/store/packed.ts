/** How steps and rows lie in the database: deflated JSON, a tenth of its size, and text to be searched. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Json } from '../../../shared/model/primitives.ts';
import type { ResultRow, Step } from '../kinds/kind.ts';

/** The fastest level: a year of days takes about a millisecond. */
const LEVEL = 1;

type Packed = Uint8Array;

export function packSteps(steps: readonly Step[]): Packed {
  return pack(JSON.stringify(steps.map(({ key, title }) => [key, title])));
}

export function unpackSteps(packed: Packed): Step[] {
  return (JSON.parse(unpack(packed)) as [string, string][]).map(([key, title]) => ({ key, title }));
}

/** A line of JSON per row, so that a few rows are read without the others. */
export function packRows(rows: readonly ResultRow[]): Packed {
  return pack(rows.map(({ cells, raw }) => JSON.stringify([cells, raw])).join('\n'));
}

/** The rows of a step, or those on the given lines. */
export function unpackRows(packed: Packed, lines?: readonly number[]): ResultRow[] {
  const text = unpack(packed);
  const all = text === '' ? [] : text.split('\n');
  const wanted = lines ? lines.flatMap((line) => all[line] ?? []) : all;
  return wanted.map((line) => {
    const [cells, raw] = JSON.parse(line) as [Json[], Json];
    return { cells, raw };
  });
}

/** A line of lower-case text per row. What the step's label says already is left out: it is searched by itself. */
export function searchText(rows: readonly ResultRow[], { key, title }: Step): Packed {
  return Buffer.from(rows.map(({ cells }) => lineOf(cells, key, title)).join('\n'));
}

/** Text as its bytes, each a character: fast to read and to look through, and what is looked for is read alike. */
export const asBytes = (text: string): string => Buffer.from(text).toString('latin1');

export function bytesOf(packed: Packed): string {
  return Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength).toString('latin1');
}

function lineOf(cells: readonly Json[], key: string, title: string): string {
  const words = cells.filter((cell) => cell !== null && cell !== key && cell !== title);
  return words
    .map((cell) => (typeof cell === 'object' ? JSON.stringify(cell) : String(cell)))
    .join(' ')
    .replaceAll('\n', ' ')
    .toLowerCase();
}

const pack = (text: string): Packed => deflateRawSync(text, { level: LEVEL });

const unpack = (packed: Packed): string => inflateRawSync(packed).toString();
