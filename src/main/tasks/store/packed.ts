/** Packs steps and rows as deflated JSON, a tenth of its size, and searchable text. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Json } from '../../../shared/model/primitives.ts';
import type { ResultRow, Step } from '../kinds/kind.ts';

/** The fastest level of deflate; a year of days takes about a millisecond. */
const LEVEL = 1;
/** The number of rows that are deflated together. */
const BLOCK = 64;

type Packed = Uint8Array;

export function packSteps(steps: readonly Step[]): Packed {
  return pack(JSON.stringify(steps.map(({ key, title }) => [key, title])));
}

export function unpackSteps(packed: Packed): Step[] {
  return (JSON.parse(unpack(packed)) as [string, string][]).map(([key, title]) => ({ key, title }));
}

/**
 * Packs rows into blocks of deflated JSON lines after a head of 32-bit numbers: the number of blocks and the size of each. Reading one row
 * inflates one block.
 */
export function packRows(rows: readonly ResultRow[]): Packed {
  const blocks = Array.from({ length: Math.ceil(rows.length / BLOCK) }, (_, block) =>
    pack(
      rows
        .slice(block * BLOCK, (block + 1) * BLOCK)
        .map(({ cells, raw }) => JSON.stringify([cells, raw]))
        .join('\n'),
    ),
  );
  const head = Buffer.alloc(4 * (1 + blocks.length));
  for (const [index, number] of [blocks.length, ...blocks.map(({ length }) => length)].entries())
    head.writeUInt32LE(number, 4 * index);
  return Buffer.concat([head, ...blocks]);
}

/** The rows of a step, or those on the given ascending lines. */
export function unpackRows(packed: Packed, lines?: readonly number[]): ResultRow[] {
  const blocks = blocksOf(packed);
  if (!lines) return blocks.flatMap((block) => unpack(block).split('\n').map(readRow));
  let current = { block: -1, rows: [] as string[] };
  return lines.flatMap((line) => {
    const block = Math.floor(line / BLOCK);
    const packedBlock = blocks[block];
    if (!packedBlock) return [];
    if (current.block !== block) current = { block, rows: unpack(packedBlock).split('\n') };
    const row = current.rows[line % BLOCK];
    return row === undefined ? [] : [readRow(row)];
  });
}

function blocksOf(packed: Packed): Packed[] {
  if (packed.length === 0) return [];
  const view = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const count = view.readUInt32LE(0);
  let at = 4 * (1 + count);
  return Array.from({ length: count }, (_, block) => {
    const size = view.readUInt32LE(4 * (1 + block));
    at += size;
    return view.subarray(at - size, at);
  });
}

function readRow(line: string): ResultRow {
  const [cells, raw] = JSON.parse(line) as [Json[], Json];
  return { cells, raw };
}

/** A line of lower-case text per row, without the texts of the step's label, which is searched separately. */
export function searchText(rows: readonly ResultRow[], { key, title }: Step): Packed {
  return Buffer.from(rows.map(({ cells }) => lineOf(cells, key, title)).join('\n'));
}

/**
 * Converts text to a string with one character per UTF-8 byte, which is fast to decode and search. The search text must be converted in the same
 * way.
 */
export const toByteString = (text: string): string => Buffer.from(text).toString('latin1');

export function byteStringOf(packed: Packed): string {
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
