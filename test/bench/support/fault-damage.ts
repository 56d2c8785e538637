/** Fifty ways in which a database file can be damaged. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { SequenceRandom } from '../../support/sequence-random.ts';

const PAGE = 4_096;

export interface Damage {
  readonly name: string;
  readonly apply: (file: string) => void;
}

/** Changes the bytes of a file in place. */
const edit = (change: (bytes: Buffer, random: SequenceRandom) => void, seed: number) => (file: string) => {
  const bytes = readFileSync(file);
  change(bytes, new SequenceRandom(seed));
  writeFileSync(file, bytes);
};

const pageOf = (bytes: Buffer, random: SequenceRandom): number =>
  1 + Math.floor(random.fraction() * (bytes.length / PAGE - 1));

const zeroedPage = (bytes: Buffer, random: SequenceRandom): void => {
  const page = pageOf(bytes, random);
  bytes.fill(0, page * PAGE, (page + 1) * PAGE);
};
const noise = (bytes: Buffer, from: number, length: number, random: SequenceRandom): void => {
  for (let at = from; at < Math.min(from + length, bytes.length); at += 1)
    bytes[at] = Math.floor(random.fraction() * 256);
};
const noisyPage = (bytes: Buffer, random: SequenceRandom): void =>
  noise(bytes, pageOf(bytes, random) * PAGE, PAGE, random);
const noisySector = (bytes: Buffer, random: SequenceRandom): void =>
  noise(bytes, Math.floor(random.fraction() * (bytes.length / 512)) * 512, 512, random);
const swappedPages = (bytes: Buffer, random: SequenceRandom): void => {
  const [one, other] = [pageOf(bytes, random), pageOf(bytes, random)];
  const kept = Buffer.from(bytes.subarray(one * PAGE, (one + 1) * PAGE));
  bytes.copy(bytes, one * PAGE, other * PAGE, (other + 1) * PAGE);
  kept.copy(bytes, other * PAGE);
};
const flippedHeader = (bytes: Buffer, random: SequenceRandom): void => {
  const at = Math.floor(random.fraction() * 100);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random.fraction() * 8));
};
const flippedHeads = (bytes: Buffer, random: SequenceRandom): void => {
  const at = pageOf(bytes, random) * PAGE + Math.floor(random.fraction() * 8);
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
};

const seeded = (name: string, count: number, change: (bytes: Buffer, random: SequenceRandom) => void): Damage[] =>
  Array.from({ length: count }, (_, seed) => ({ name: `${name} ${seed + 1}`, apply: edit(change, seed + 1) }));

const cut = (share: number): Damage => ({
  name: `cut at ${share * 100} %`,
  apply: (file) => truncateSync(file, Math.floor(readFileSync(file).length * share)),
});

export const DAMAGES: readonly Damage[] = [
  ...[0.05, 0.25, 0.5, 0.75, 0.95, 0.999].map(cut),
  ...seeded('a zeroed page', 8, zeroedPage),
  ...seeded('a page of noise', 8, noisyPage),
  ...seeded('a sector of noise', 8, noisySector),
  ...seeded('swapped pages', 4, swappedPages),
  ...seeded('a flipped bit of the header', 5, flippedHeader),
  ...seeded('a flipped byte of a page’s head', 4, flippedHeads),
  { name: 'an empty file', apply: (file) => writeFileSync(file, '') },
  { name: 'zeros', apply: (file) => writeFileSync(file, Buffer.alloc(readFileSync(file).length)) },
  { name: 'text', apply: (file) => writeFileSync(file, 'this is no database\n'.repeat(1_000)) },
  { name: 'more behind the end', apply: (file) => appendFileSync(file, Buffer.alloc(10_000, 'x')) },
  { name: 'a log of noise', apply: (file) => writeFileSync(`${file}-wal`, Buffer.alloc(40_000, 'w')) },
  {
    name: 'a link',
    apply(file) {
      writeFileSync(`${file}.target`, readFileSync(file));
      rmSync(file);
      symlinkSync(`${file}.target`, file);
    },
  },
  {
    name: 'a folder',
    apply(file) {
      rmSync(file);
      mkdirSync(file);
    },
  },
];

/** The bytes of a file or of a link's target; null for a folder and for none. */
export function bytesOf(file: string): Buffer | null {
  try {
    return existsSync(file) ? readFileSync(file) : null;
  } catch {
    return null;
  }
}
