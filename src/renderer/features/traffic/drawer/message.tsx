/** The headers and the body of a recorded request or answer, redacted by main. */
import { useCallback, useMemo } from 'react';
import type { Json } from '../../../../shared/model/primitives.ts';
import type { HeaderLines, RecordedBody } from '../../../../shared/model/traffic.ts';
import { parseJsonWithIds } from '../../../../shared/text/exact-json.ts';
import { CopyButton } from '../../../actions/copy-button.tsx';
import { JsonView } from '../../../actions/json-view.tsx';
import { formatBytes } from '../../../text/format.ts';
import { findInJson, literalPattern } from '../../../ui/json-find.ts';
import { pathText } from '../../../ui/json-path.ts';
import styles from './drawer.module.css';
import { FindBar, FindButton } from './find/find-bar.tsx';
import { TextBody } from './find/text-body.tsx';
import { useBodyFind } from './find/use-body-find.ts';

export function HeaderTable({ lines, label }: { lines: HeaderLines; label: string }) {
  const keyed = useMemo(() => keyLines(lines), [lines]);
  return (
    <section className={styles.box} aria-label={label}>
      <div className={styles.boxBar}>
        <span>{label}</span>
        <CopyButton text={lines.map((line) => line.join(': ')).join('\n')} label={`Copy the ${label.toLowerCase()}`} />
      </div>
      {lines.length === 0 ? (
        <p className={styles.none}>None recorded.</p>
      ) : (
        <dl className={styles.headers}>
          {keyed.map(({ key, name, value }) => (
            <div key={key} className={styles.header}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** Adds a React key to each header line. The key has a number, because a header may occur twice. */
function keyLines(lines: HeaderLines) {
  const seen = new Map<string, number>();
  return lines.map(([name, value]) => {
    const occurrence = (seen.get(name) ?? 0) + 1;
    seen.set(name, occurrence);
    return { key: `${name} ${occurrence}`, name, value };
  });
}

export function BodyView({ body, label, emptyText }: { body: RecordedBody | null; label: string; emptyText: string }) {
  const json = useMemo(() => (body ? parseJson(body.text) : undefined), [body]);
  if (body === null || body.bytes === 0) return <p className={styles.none}>{emptyText}</p>;
  return (
    <>
      {body.cut ? (
        <p className={styles.none}>Only the beginning was recorded; the whole body had {formatBytes(body.bytes)}.</p>
      ) : null}
      {json !== undefined ? (
        <JsonBody value={json} label={`${label} (JSON, ${formatBytes(body.bytes)})`} />
      ) : (
        <TextBody text={body.text} label={label} bytes={body.bytes} />
      )}
    </>
  );
}

function parseJson(text: string): Json | undefined {
  try {
    return parseJsonWithIds(text);
  } catch {
    return undefined;
  }
}

/** A body that is JSON, as a tree in which a person can search. */
function JsonBody({ value, label }: { value: Json; label: string }) {
  const find = useBodyFind(useCallback((text: string) => findInJson(value, text), [value]));
  const { searched, current } = find;
  const inTree = useMemo(
    () => (searched === '' ? null : { pattern: literalPattern(searched), current }),
    [searched, current],
  );
  return (
    <>
      {find.opened > 0 ? <FindBar find={find} path={current ? pathText(current.steps) : null} /> : null}
      <JsonView value={value} label={label} maxHeight="46dvh" find={inTree} actions={<FindButton find={find} />} />
    </>
  );
}
