/** Suggests the file name of a support bundle. */
import { HandRedactor } from './apply-marks.ts';

/** The largest number of characters of the title, because file systems allow 255 bytes. */
const MAX_TITLE = 80;

/** Makes the name from the case's title without marked texts, for example "create-quote-403-bundle.lksupport". */
export function bundleName(title: string, marks: readonly string[]): string {
  const words = new HandRedactor(marks).text(title).replace(/[^\w]+/g, '-');
  return `${words.slice(0, MAX_TITLE).toLowerCase()}-bundle.lksupport`;
}
