/** Suggests the file name of a support bundle. */
import { HandRedactor } from './apply-marks.ts';

/** The largest number of characters of the title, because file systems allow 255 bytes. */
const MAX_TITLE = 80;

/** Makes a bundle's file name from the case's title, such as "create-quote-403-bundle.lksupport". `marks`: texts to redact. */
export function bundleName(title: string, marks: readonly string[]): string {
  const words = new HandRedactor(marks).text(title).replace(/[^\w]+/g, '-');
  return `${words.slice(0, MAX_TITLE).toLowerCase()}-bundle.lksupport`;
}
