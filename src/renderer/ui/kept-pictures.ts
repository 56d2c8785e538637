/**
 * Pictures that were loaded stay loaded: a row that comes back into view shows its picture at once, without another request and, as long as
 * the browser keeps the small size it drew, without decoding it again.
 */

/** Some ten screens of rows; a thumbnail has some kilobytes. */
const MAX_KEPT = 300;
/** What 300 thumbnails have. Without thumbnails of a service, large pictures are drawn in their place (ADR 25). */
const MAX_KEPT_PIXELS = 40_000_000;

interface KeptPicture {
  /** The browser keeps what an image shows, for every other image of its address. */
  readonly image: HTMLImageElement;
  readonly pixels: number;
}

/** By address, the one drawn last at the end. */
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
