/** A picture in a fixed frame, loaded when it is in view and the page is drawn. An icon replaces a missing picture. */
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './picture-frame.module.css';
import { useIdle } from './use-idle.ts';

export function PictureFrame({
  src,
  alt,
  ratio = 4 / 3,
  width,
}: {
  /** A `/pictures/<id>` address; null draws the icon. */
  src: string | null;
  alt: string;
  ratio?: number;
  width?: number | string | undefined;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  const isIdle = useIdle();
  const drawn = src !== null && failed !== src;
  return (
    <div
      className={styles.frame}
      style={{ aspectRatio: String(ratio), ...(width === undefined ? {} : { width, flex: 'none' }) }}
      {...(drawn || alt === '' ? {} : { role: 'img', 'aria-label': `${alt} (no picture)` })}
    >
      {drawn ? null : <IconPhoto size={20} stroke={1.5} aria-hidden />}
      {drawn && isIdle ? (
        <img src={src} alt={alt} loading="lazy" decoding="async" onError={() => setFailed(src)} />
      ) : null}
    </div>
  );
}
