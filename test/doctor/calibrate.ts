/**
 * Fits the table of src/main/doctor/calibration.ts on the sets from which no rule is written: for each kind of evidence and band of shares, how often the first cause
 * was right, smoothed and never falling from a band to the next. Prints the table; `--work` prints it for the set that the rules were written
 * from, which shows by how much they flatter themselves there.
 */
import { knownServices } from '../../src/main/api/known-services.ts';
import { BANDS, EVIDENCE_KINDS, type EvidenceKind } from '../../src/main/doctor/calibration.ts';
import { firstHypothesis } from '../../src/main/doctor/diagnose.ts';
import { readPasted } from '../../src/main/doctor/read/read-pasted.ts';
import { ofService } from '../../src/main/doctor/read/report.ts';
import { means } from './outside/labels.ts';
import { type OutsideSet, outsideCases, READ_SETS, UNREAD_SETS } from './outside/outside.ts';

const READ_AT = Date.parse('2026-12-31T00:00:00Z');
/** Right and wrong texts that each band is given beforehand, so that few texts say little. */
const PRIOR = { right: 3, wrong: 1 };

interface Counted {
  right: number;
  all: number;
}

function counts(sets: readonly OutsideSet[]): Record<EvidenceKind, Counted[]> {
  const table = Object.fromEntries(
    EVIDENCE_KINDS.map((kind) => [kind, BANDS.map((): Counted => ({ right: 0, all: 0 }))]),
  ) as Record<EvidenceKind, Counted[]>;
  for (const { text, label, also_acceptable } of sets.flatMap((set) => outsideCases(set) ?? [])) {
    const [first] = ofService(readPasted(text), knownServices(), READ_AT).failures;
    const hypothesis = first ? firstHypothesis(first.failure, first.surroundings) : null;
    if (hypothesis === null || hypothesis.cause === 'nothingWrong') continue;
    const band = BANDS.findLastIndex((from) => hypothesis.share >= from);
    const cell = table[hypothesis.kind][band];
    if (!cell) continue;
    cell.all += 1;
    if ([label, ...also_acceptable].some((one) => means(one, hypothesis.cause))) cell.right += 1;
  }
  return table;
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

const table = counts(process.argv.includes('--work') ? READ_SETS : UNREAD_SETS);
for (const kind of EVIDENCE_KINDS.filter((one) => one !== 'recorded'))
  process.stdout.write(
    `  ${kind}: [${rising(table[kind]).join(', ')}], // ${table[kind].map(({ right, all }) => `${right} of ${all}`).join(', ')}\n`,
  );
