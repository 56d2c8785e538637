/**
 * Pictures that were loaded stay loaded: a row that comes back into view shows its picture at once, without another request and, as long as
 * the browser keeps the small size it drew, without decoding it again.
 */

/** Some ten screens of rows; a thumbnail has some kilobytes. */
const MAX_KEPT = 300;

/** By address, the one drawn last at the end. The browser keeps what an image shows, for every other image of its address. */
const kept = new Map<string, HTMLImageElement>();

export function keepPicture(src: string): void {
  const image = kept.get(src) ?? Object.assign(new Image(), { src });
  kept.delete(src);
  kept.set(src, image);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
}

export const isPictureKept = (src: string): boolean => kept.has(src);
