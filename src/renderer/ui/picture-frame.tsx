/** A picture in a fixed frame, loaded once the page is drawn. An icon replaces a missing picture. */
import { createContext, type SyntheticEvent, use, useState } from 'react';
import { IconPhoto } from './icons.ts';
import { isPictureKept, keepPicture } from './kept-pictures.ts';
import styles from './picture-frame.module.css';
import { useIdle } from './use-idle.ts';

/** Whether rows fly past. Pictures of rows that come into view are then not requested, because nobody would see them. */
export const FlyingPast = createContext(false);

export function PictureFrame({
  src,
  alt,
  ratio = 4 / 3,
  width,
}: {
  /** The address, `/pictures/<id>`; null draws the icon. */
  src: string | null;
  alt: string;
  ratio?: number;
  width?: number | string | undefined;
}) {
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
  const isIdle = useIdle();
  const isFlyingPast = use(FlyingPast);
  const [isLoaded, setLoaded] = useState(() => isPictureKept(src));
  const [isWanted, setWanted] = useState(isLoaded);
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
