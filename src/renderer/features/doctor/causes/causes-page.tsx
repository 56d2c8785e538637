/** The catalogue of causes: signs, confirmation and remedy of each. Every verdict of the Doctor links to its entry. */
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { CAUSE_CLASS_NAMES, CAUSE_CLASSES, causeClassOf } from '../../../../shared/doctor/cause-class.ts';
import type { CauseEntry } from '../../../../shared/model/cause-entry.ts';
import { citedText } from '../../../actions/cited-text.tsx';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useAsk } from '../../../ipc/client.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import { formatCount } from '../../../text/format.ts';
import { hasWords } from '../../../text/has-words.ts';
import { COST_TEXTS } from '../../../ui/diagnosis/diagnosis-view.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { DoctorTabs } from '../doctor-tabs.tsx';
import styles from './causes.module.css';

const idOf = (cause: string): string => `cause-${cause}`;

export function CausesPage() {
  const { cause } = useSearch({ from: '/doctor' });
  const [text, setText] = useState('');
  const { data, error } = useAsk('doctor', 'causes', null);
  const entries = data ?? [];
  const found = entries.filter((entry) => matchesWords(entry, text));
  const isLinked = useRef(false);
  useEffect(() => {
    if (cause === undefined || !data || isLinked.current) return;
    isLinked.current = true;
    // The timer runs after the shell has moved the focus to the page.
    const timer = setTimeout(() => {
      const heading = document.getElementById(idOf(cause));
      heading?.scrollIntoView?.({ block: 'start' });
      heading?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [cause, data]);
  return (
    <>
      <PageHeader title="Doctor" description="The causes that the Doctor knows, whether or not something failed." />
      <DoctorTabs />
      {error ? <ErrorNotice error={error} /> : null}
      <div className={styles.bar}>
        <SearchInput
          className={styles.search ?? ''}
          label="Search the causes"
          placeholder="A status, a code, a word of the message"
          maxLength={200}
          value={text}
          onChange={setText}
        />
        <span className={styles.count} role="status">
          {text.trim() === '' ? formatCount(entries.length, 'cause') : `${found.length} of ${entries.length} causes`}
        </span>
      </div>
      {data && found.length === 0 ? (
        <p className={styles.none}>
          No cause has all these words. <PageLink to="/service">The page about the service</PageLink> has every fact
          that the app knows of it.
        </p>
      ) : null}
      {CAUSE_CLASSES.map((kind) => {
        const ofKind = found.filter((entry) => causeClassOf(entry.cause) === kind);
        return ofKind.length === 0 ? null : (
          <section key={kind} aria-labelledby={`class-${kind}`}>
            <h2 id={`class-${kind}`} className={styles.kind}>
              {CAUSE_CLASS_NAMES[kind]}
            </h2>
            {ofKind.map((entry) => (
              <Entry key={entry.cause} entry={entry} isLinked={entry.cause === cause} />
            ))}
          </section>
        );
      })}
    </>
  );
}

function Entry({ entry, isLinked }: { entry: CauseEntry; isLinked: boolean }) {
  const { cause, title, looks, confirm, remedy, source } = entry;
  return (
    <article className={styles.entry} aria-labelledby={idOf(cause)} data-linked={isLinked || undefined}>
      <h3 id={idOf(cause)} tabIndex={-1} className={styles.title}>
        {title}
      </h3>
      <dl className={styles.facts}>
        <dt>Looks like</dt>
        <dd>{looks}</dd>
        {confirm ? (
          <>
            <dt>To confirm</dt>
            <dd>
              {confirm.text} <span className={styles.dim}>({COST_TEXTS[confirm.cost]})</span>
            </dd>
          </>
        ) : null}
        <dt>What to do</dt>
        <dd>{remedy}</dd>
        <dt>Source</dt>
        <dd>{citedText(source)}</dd>
      </dl>
    </article>
  );
}

/** Whether an entry of the catalogue has every word of a text, in capitals or not, in any of its fields. Pure. */
function matchesWords({ cause, title, looks, confirm, remedy, source }: CauseEntry, text: string): boolean {
  const kind = CAUSE_CLASS_NAMES[causeClassOf(cause)];
  return hasWords([title, looks, confirm?.text, remedy, source, kind].join(' '), text);
}
