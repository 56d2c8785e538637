/** The file name that is suggested for a support bundle. Pure. */
import { HandRedactor } from './apply-marks.ts';

/** The length of the title in a file name: file systems allow 255 bytes. */
const MAX_TITLE = 80;

/** A file name made from the title of a case, without the texts that the person marked: "create-quote-403-bundle.zip". */
export function bundleName(title: string, marks: readonly string[]): string {
  const words = new HandRedactor(marks).text(title).replace(/[^\w]+/g, '-');
  return `${words.slice(0, MAX_TITLE).toLowerCase()}-bundle.zip`;
}
