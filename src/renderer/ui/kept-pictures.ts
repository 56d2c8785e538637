/**
 * Keeps loaded pictures: a row that returns to the view shows its picture at once, without another request and, while the browser keeps the drawn
 * small size, without decoding it again.
 */

/** The number of kept pictures, for some ten screens of rows; a thumbnail has some kilobytes. */
const MAX_KEPT = 300;
/** The number of kept pixels, which 300 thumbnails have. If a service has no thumbnails, large pictures are drawn in their place (ADR 25). */
const MAX_KEPT_PIXELS = 40_000_000;

interface KeptPicture {
  /** The image element. The browser keeps its picture for every other image of the same address. */
  readonly image: HTMLImageElement;
  readonly pixels: number;
}

/** The kept pictures by address; the last drawn one is at the end. */
const kept = new Map<string, KeptPicture>();
let keptPixels = 0;

export function keepPicture(
  src: string,
  { naturalWidth, naturalHeight }: Pick<HTMLImageElement, 'naturalWidth' | 'naturalHeight'>,
): void {
  const image = kept.get(src)?.image ?? Object.assign(new Image(), { src });
  drop(src);
  kept.set(src, { image, pixels: naturalWidth * naturalHeight });
  keptPixels += naturalWidth * naturalHeight;
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT && keptPixels <= MAX_KEPT_PIXELS) break;
    drop(oldest);
  }
}

export const isPictureKept = (src: string): boolean => kept.has(src);

function drop(src: string): void {
  keptPixels -= kept.get(src)?.pixels ?? 0;
  kept.delete(src);
}
