/** Writes cases as one JSON document; the file gets its name when it is complete. */
import type { Case } from '../../shared/model/case.ts';
import type { WrittenFile } from '../../shared/model/traffic.ts';
import { timeSlices } from '../platform/next-turn.ts';
import { writeFile } from '../platform/part-file.ts';

const FORMAT = 'latchkey-cases';

/** Writes the cases to a file. Throws AppError `storageFailed`. */
export function writeCases(path: string, cases: Iterable<Case>): Promise<WrittenFile> {
  return writeFile(path, async (file) => {
    const nextSlice = timeSlices();
    let records = 0;
    await file.write(`{"format":"${FORMAT}","version":1,"cases":[`);
    for (const { seenBefore, ...one } of cases) {
      await file.write(
        `${records === 0 ? '' : ','}\n${JSON.stringify({ ...one, seenBefore: seenBefore.map(({ id }) => id) })}`,
      );
      records += 1;
      await nextSlice();
    }
    await file.write('\n]}\n');
    return records;
  });
}
