/** Writes a support bundle as a zip; the file gets its name when it is complete. */
import { ZipFile } from 'yazl';
import type { BundleFile } from '../../../shared/model/bundle.ts';
import type { WrittenFile } from '../../../shared/model/traffic.ts';
import { writeFile } from '../../platform/part-file.ts';

/** Writes a bundle's files as a zip; all get the time `writtenAt`. Throws AppError `storageFailed`. */
export function writeBundle(path: string, files: readonly BundleFile[], writtenAt: number): Promise<WrittenFile> {
  const zip = new ZipFile();
  for (const { name, text } of files)
    zip.addBuffer(Buffer.from(text), name, { mtime: new Date(writtenAt), mode: 0o100600 });
  zip.end();
  return writeFile(path, async (file) => {
    for await (const chunk of zip.outputStream) await file.write(chunk as Buffer);
    return files.length;
  });
}
