/** Writes a support bundle as a zip; the file gets its name when it is complete. */
import { ZipFile } from 'yazl';
import type { BundleFile } from '../../../shared/model/bundle.ts';
import type { WrittenFile } from '../../../shared/model/traffic.ts';
import { PartFile } from '../../platform/part-file.ts';

/** Throws AppError `storageFailed`. */
export async function writeBundle(path: string, files: readonly BundleFile[], writtenAt: number): Promise<WrittenFile> {
  const zip = new ZipFile();
  for (const { name, text } of files)
    zip.addBuffer(Buffer.from(text), name, { mtime: new Date(writtenAt), mode: 0o100600 });
  zip.end();
  const file = await PartFile.open(path);
  try {
    for await (const chunk of zip.outputStream) await file.write(chunk as Buffer);
    await file.finish();
    return { path, records: files.length, bytes: file.bytes };
  } catch (error) {
    await file.discard();
    throw error;
  }
}
