/** The files of a bundle as text, one at a time, with every redaction mark highlighted. */
import { type RefObject, useState } from 'react';
import { splitAtMarks } from '../../../shared/doctor/redaction-marks.ts';
import type { BundleFile } from '../../../shared/model/bundle.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import styles from './bundle.module.css';

/** The maximum length of a text that is shown whole, because drawing a longer one would block the window. */
const MAX_SHOWN = 200_000;

interface Props {
  files: readonly BundleFile[];
  textRef?: RefObject<HTMLPreElement | null>;
}

export function BundleFiles({ files, textRef }: Props) {
  const [name, setName] = useState(files[0]?.name ?? '');
  const shown = files.find((file) => file.name === name) ?? files[0];
  if (!shown) return null;
  const parts = splitAtMarks(shown.text.slice(0, MAX_SHOWN));
  const count = (parts.length - 1) / 2;
  return (
    <>
      <SegmentedControl
        aria-label="File of the bundle"
        size="xs"
        value={shown.name}
        onChange={setName}
        data={files.map((file) => file.name)}
        className={styles.names ?? ''}
      />
      <p className={styles.dim} role="status">
        {count === 0
          ? 'Nothing is redacted in this file.'
          : `${count} ${count === 1 ? 'place is' : 'places are'} redacted in this file.`}
        {shown.text.length > MAX_SHOWN ? ' Only its beginning is shown.' : ''}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={`Content of ${shown.name}`}>
        <pre ref={textRef ?? null} className={styles.text}>
          {parts.map((part, index) => {
            const key = `${index}`;
            return index % 2 === 1 ? (
              <mark key={key} className={styles.mark}>
                {part}
              </mark>
            ) : (
              <span key={key}>{part}</span>
            );
          })}
        </pre>
      </section>
    </>
  );
}
