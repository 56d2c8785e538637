/** A body that is no complete JSON, as a text with a search. Hits are painted over the text, which may be too long to change. */
import { useCallback, useEffect, useRef } from 'react';
import { CopyButton } from '../../../../actions/copy-button.tsx';
import { formatBytes } from '../../../../text/format.ts';
import { literalPattern, MAX_HITS } from '../../../../ui/json-find.ts';
import { pathText, stepsAt } from '../../../../ui/json-path.ts';
import styles from '../drawer.module.css';
import finding from './find.module.css';
import { FindBar, FindButton } from './find-bar.tsx';
import { useBodyFind } from './use-body-find.ts';

interface TextHit {
  readonly at: number;
  readonly length: number;
}

/** The number of hits before and after the current one that are painted. */
const PAINTED = 500;

export function TextBody({ text, label, bytes }: { text: string; label: string; bytes: number }) {
  const find = useBodyFind(useCallback((wanted: string) => findInText(text, wanted), [text]));
  const { current, all, index } = find;
  const pre = useRef<HTMLPreElement>(null);
  const anchor = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const node = pre.current?.firstChild;
    if (!node || !current) return;
    paint('lk-found', node, all.slice(Math.max(0, index - PAINTED), index + PAINTED));
    const [range] = paint('lk-found-current', node, [current]);
    if (range && anchor.current && pre.current) {
      const top = range.getBoundingClientRect().top - pre.current.getBoundingClientRect().top;
      anchor.current.style.top = `${top}px`;
      anchor.current.scrollIntoView({ block: 'center' });
    }
    return () => {
      for (const name of ['lk-found', 'lk-found-current']) globalThis.CSS?.highlights?.delete(name);
    };
  }, [current, all, index]);
  const steps = current ? stepsAt(text, current.at) : [];
  return (
    <>
      {find.opened > 0 ? <FindBar find={find} path={steps.length > 0 ? pathText(steps) : null} /> : null}
      <section className={styles.box} aria-label={label}>
        <div className={styles.boxBar}>
          <span>
            {label} (text, {formatBytes(bytes)})
          </span>
          <span className={finding.buttons}>
            <FindButton find={find} />
            <CopyButton text={text} label={`Copy the ${label.toLowerCase()}`} />
          </span>
        </div>
        <div className={finding.frame}>
          <span ref={anchor} className={finding.anchor} />
          <pre ref={pre} className={styles.text}>
            {text}
          </pre>
        </div>
      </section>
    </>
  );
}

function findInText(text: string, wanted: string): TextHit[] {
  if (wanted === '') return [];
  const hits: TextHit[] = [];
  for (const { 0: found, index } of text.matchAll(literalPattern(wanted))) {
    hits.push({ at: index, length: found.length });
    if (hits.length > MAX_HITS) break;
  }
  return hits;
}

/** Paints hits with the CSS Custom Highlight API. Returns their ranges; none where the API is absent. */
function paint(name: string, node: ChildNode, hits: readonly TextHit[]): Range[] {
  if (!globalThis.CSS?.highlights) return [];
  const ranges = hits.map(({ at, length }) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + length);
    return range;
  });
  CSS.highlights.set(name, new Highlight(...ranges));
  return ranges;
}
