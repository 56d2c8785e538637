/** Writes cases as one JSON document; the file gets its name when it is complete. */
import type { Case } from '../../shared/model/case.ts';
import type { WrittenFile } from '../../shared/model/traffic.ts';
import { nextTurn } from '../platform/next-turn.ts';
import { PartFile } from '../platform/part-file.ts';

const FORMAT = 'latchkey-cases';
const BATCH = 50;

/** Throws AppError `storageFailed`. */
export async function writeCases(path: string, cases: Iterable<Case>): Promise<WrittenFile> {
  const file = await PartFile.open(path);
  let records = 0;
  try {
    await file.write(`{"format":"${FORMAT}","version":1,"cases":[`);
    for (const { seenBefore, ...one } of cases) {
      await file.write(
        `${records === 0 ? '' : ','}\n${JSON.stringify({ ...one, seenBefore: seenBefore.map(({ id }) => id) })}`,
      );
      records += 1;
      if (records % BATCH === 0) await nextTurn();
    }
    await file.write('\n]}\n');
    await file.finish();
    return { path, records, bytes: file.bytes };
  } catch (error) {
    await file.discard();
    throw error;
  }
}
