/** Packs steps and result rows as deflated JSON, which takes a tenth of the space, and makes searchable text of rows. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Json } from '../../../shared/model/primitives.ts';
import type { ResultRow, Step } from '../kinds/kind.ts';

/** The fastest level of deflate: a year of calendar days takes about a millisecond. */
const LEVEL = 1;
const BLOCK = 64;

type Packed = Uint8Array;

export function packSteps(steps: readonly Step[]): Packed {
  return pack(JSON.stringify(steps.map(({ key, title }) => [key, title])));
}

export function unpackSteps(packed: Packed): Step[] {
  return (JSON.parse(unpack(packed)) as [string, string][]).map(([key, title]) => ({ key, title }));
}

/**
 * Packs rows in blocks of deflated JSON lines, so that reading one row inflates one block. The head has the number of blocks and the size of each, in
 * 32 bits.
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

/** Unpacks all rows of a step, or only the rows at some ascending indexes. */
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

/** Makes a line of lower-case text for each row. The line leaves out the step's key and title, which are searched separately. */
export function searchText(rows: readonly ResultRow[], { key, title }: Step): Packed {
  return Buffer.from(rows.map(({ cells }) => lineOf(cells, key, title)).join('\n'));
}

/** Converts a text to one character per UTF-8 byte, because this form is fast to search. The searched text and the search words must both have it. */
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
