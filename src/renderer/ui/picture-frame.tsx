/** A picture in a fixed frame, loaded when it comes into view. An icon replaces a missing picture. */
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './picture-frame.module.css';

export function PictureFrame({
  src,
  alt,
  ratio = 4 / 3,
  width,
}: {
  /** A `/pictures/<id>` or data: address; null draws the icon. */
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
      <IconPhoto size={20} stroke={1.5} aria-hidden />
      {drawn ? <img src={src} alt={alt} loading="lazy" decoding="async" onError={() => setFailed(src)} /> : null}
    </div>
  );
}
