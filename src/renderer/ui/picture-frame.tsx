/** A picture in a fixed frame, loaded once the page is drawn. An icon replaces a missing picture. */
import { createContext, type SyntheticEvent, use, useState } from 'react';
import { IconPhoto } from './icons.ts';
import styles from './picture-frame.module.css';
import { useIdle } from './use-idle.ts';

/** True while rows scroll too fast for a person to see their pictures. These pictures are not requested. */
export const ScrollsFast = createContext(false);

interface Props {
  /** The address, `/pictures/<id>`; null draws the icon. */
  src: string | null;
  alt: string;
  ratio?: number;
  width?: number | string | undefined;
}

export function PictureFrame({ src, alt, ratio = 4 / 3, width }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  const drawn = src !== null && failed !== src;
  return (
    <div
      className={styles.frame}
      style={{ aspectRatio: String(ratio), ...(width === undefined ? {} : { width, flex: 'none' }) }}
      {...(drawn || alt === '' ? {} : { role: 'img', 'aria-label': `${alt} (no picture)` })}
    >
      {drawn ? (
        <Picture key={src} src={src} alt={alt} onError={() => setFailed(src)} />
      ) : (
        <IconPhoto size={20} stroke={1.5} aria-hidden />
      )}
    </div>
  );
}

function Picture({ src, alt, onError }: { src: string; alt: string; onError: () => void }) {
  const isFlyingPast = use(ScrollsFast);
  const [isLoaded, setLoaded] = useState(() => isPictureKept(src));
  const [isWanted, setWanted] = useState(isLoaded);
  const isIdle = useIdle(!isWanted);
  if (!isWanted && isIdle && !isFlyingPast) setWanted(true);
  if (!isWanted) return null;
  const onLoad = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    keepPicture(src, currentTarget);
    setLoaded(true);
  };
  // The picture is hidden until it is complete, because the window would block while the picture's first part is decoded.
  return (
    <img
      src={src}
      alt={alt}
      data-loading={!isLoaded || undefined}
      loading="lazy"
      decoding="async"
      onLoad={onLoad}
      onError={onError}
    />
  );
}

/** The number of kept pictures: about ten screens of rows. A thumbnail has some kilobytes. */
const MAX_KEPT = 300;
/** The maximum number of kept pixels, enough for 300 thumbnails. A service without thumbnails sends large pictures (ADR 25). */
const MAX_KEPT_PIXELS = 40_000_000;

interface KeptPicture {
  /** An element that keeps the picture in memory: the browser reuses it for every other image of the same address. */
  readonly image: HTMLImageElement;
  readonly pixels: number;
}

/** The kept pictures by address; the last drawn one is at the end. */
const kept = new Map<string, KeptPicture>();
let keptPixels = 0;

/** Keeps a loaded picture in memory, so that a row shows it again without a request. */
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
