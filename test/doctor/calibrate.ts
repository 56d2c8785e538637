/**
 * Fits what the Doctor learns from labelled texts (docs/doctor.md, "Confidence"). With `--write` it only writes the weights of the learned judge on the sets that
 * may be read, to src/main/doctor/learned/weights.json; without, it prints how well they carry over:
 * - the table of src/main/doctor/calibration.ts on the sets from which nothing is learnt: for each kind of evidence and band of shares how often the rules' first
 *   cause was right, smoothed and never falling;
 * - for each set what the rules, the judge and both say when the texts of the set's writer are left out, and the reliability of their joined shares.
 */
import { writeFileSync } from 'node:fs';
import { BANDS, EVIDENCE_KINDS, MIN_NAMED_SHARE } from '../../src/main/doctor/calibration.ts';
import { combineShares, learnedShares } from '../../src/main/doctor/learned/judge-learned.ts';
import { fitted, type Row, rows } from './learn.ts';

/** Right and wrong texts that each band is given beforehand, so that few texts say little. */
const PRIOR = { right: 3, wrong: 1 };
const JOINED_BANDS = [MIN_NAMED_SHARE, 0.45, 0.75, 0.9];

interface Counted {
  right: number;
  all: number;
}

/** Pools neighbouring bands until the shares do not fall (isotonic regression). */
function rising(cells: readonly Counted[]): number[] {
  const pools: { right: number; all: number; bands: number }[] = [];
  const value = ({ right, all }: Counted) => (right + PRIOR.right) / (all + PRIOR.right + PRIOR.wrong);
  for (const { right, all } of cells) {
    pools.push({ right, all, bands: 1 });
    for (;;) {
      const [before, last] = [pools.at(-2), pools.at(-1)];
      if (!before || !last || value(before) <= value(last)) break;
      pools.splice(-2, 2, {
        right: before.right + last.right,
        all: before.all + last.all,
        bands: before.bands + last.bands,
      });
    }
  }
  return pools.flatMap((pool) => Array.from({ length: pool.bands }, () => Math.round(value(pool) * 100) / 100));
}

function bandsOf(bands: readonly number[], of: readonly { share: number; isRight: boolean }[]): Counted[] {
  return bands.map((from, at) => {
    const cell = of.filter(({ share }) => share >= from && share < (bands[at + 1] ?? 2));
    return { right: cell.filter(({ isRight }) => isRight).length, all: cell.length };
  });
}

interface Said {
  readonly cause: string;
  readonly share: number;
}
const most = (shares: ReadonlyMap<string, number>): Said =>
  [...shares]
    .map(([cause, share]) => ({ cause, share }))
    .reduce((one, other) => (other.share > one.share ? other : one));
const isRight = ({ right }: Row, { cause }: Said): boolean => right.some((one) => one === cause);

const print = (text: string) => process.stdout.write(`${text}\n`);
const all = rows();
const unread = all.filter(({ isRead }) => !isRead);
for (const kind of EVIDENCE_KINDS.filter((one) => one !== 'recorded')) {
  const of = unread.flatMap((row) =>
    row.rules?.kind === kind && row.rules.cause !== 'nothingWrong'
      ? { share: row.rules.share, isRight: isRight(row, row.rules) }
      : [],
  );
  const cells = bandsOf(BANDS, of);
  print(
    `  ${kind}: [${rising(cells).join(', ')}], // ${cells.map(({ right, all: of }) => `${right} of ${of}`).join(', ')}`,
  );
}

const learnt = all.filter(({ isRead, marks }) => isRead && marks !== null);
if (process.argv.includes('--write')) {
  const sets = [...new Set(learnt.map(({ set }) => set))].map(
    (set) => `${learnt.filter((row) => row.set === set).length} of ${set}`,
  );
  writeFileSync(
    new URL('../../src/main/doctor/learned/weights.json', import.meta.url),
    `${JSON.stringify({ provenance: `npm run calibrate:doctor -- --write: ${sets.join(', ')}`, ...fitted(learnt) })}\n`,
  );
  process.exit();
}

const shares = new Map<Row, ReturnType<typeof learnedShares>>();
for (const writer of new Set(all.flatMap((row) => row.writer ?? []))) {
  const model = fitted(learnt.filter((row) => row.writer !== writer));
  for (const row of all.filter((one) => one.writer === writer && one.marks !== null))
    shares.set(row, learnedShares(row.marks ?? [], model));
}
const byRules = ({ named, confidence }: Row): Said => ({ cause: named, share: confidence });
const byJudge = (row: Row): Said => most(shares.get(row) ?? new Map([[row.named, row.confidence]]));
function byBoth(row: Row): Said {
  const own = shares.get(row);
  if (!own || row.isDecided) return byRules(row);
  const first = most(combineShares(own, row.named, row.confidence, row.excluded));
  return first.share < MIN_NAMED_SHARE ? { cause: 'notEnough', share: 0 } : first;
}
const top1 = (of: readonly Row[], say: (row: Row) => Said) =>
  (of.filter((row) => isRight(row, say(row))).length / of.length).toFixed(3);
const outside = all.filter(({ writer }) => writer !== null);
/** How many texts with a label are not told as such by both, of how many. */
function missed(of: readonly Row[], label: string): string {
  const texts = of.filter((row) => row.label === label);
  return `${texts.filter((row) => !isRight(row, byBoth(row))).length} of ${texts.length}`;
}
print('set, texts, top1 of the rules, of the judge, of both, false alarms, overreach:');
for (const [name, of] of [
  ...[...new Set(outside.map(({ set }) => set))].map((set) => [set, outside.filter((row) => row.set === set)] as const),
  ['all read', outside.filter(({ isRead }) => isRead)] as const,
  ['all unread', unread] as const,
]) {
  const figures = [byRules, byJudge, byBoth].map((say) => top1(of, say));
  print(`  ${[name, of.length, ...figures, missed(of, 'success'), missed(of, 'not-enough-information')].join(', ')}`);
}
const named = outside.flatMap((row) => {
  const said = byBoth(row);
  return row.isDecided || said.cause === 'notEnough' ? [] : { share: said.share, isRight: isRight(row, said) };
});
const reliability = bandsOf(JOINED_BANDS, named);
print(
  `reliability: ${reliability.map(({ right, all: of }, at) => `from ${JOINED_BANDS[at]} ${right} of ${of}`).join(', ')}`,
);
