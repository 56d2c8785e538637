/** Keeps loaded pictures, so that a row that returns to the view shows its picture without another request, and often without decoding it. */

/** Enough for about ten screens of rows; a thumbnail has some kilobytes. */
const MAX_KEPT = 300;
/** As many pixels as 300 thumbnails have. A service without thumbnails sends large pictures instead (ADR 25). */
const MAX_KEPT_PIXELS = 40_000_000;

interface KeptPicture {
  /** While this element exists, the browser reuses its picture for every other image of the same address. */
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
