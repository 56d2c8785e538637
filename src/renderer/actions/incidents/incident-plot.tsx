/** Draws the incident timeline as rows of marks on one time axis. `IncidentTable` shows the same facts. */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Incident, IncidentTimeline, QuotaHistory } from '../../../shared/model/incident.ts';
import type { OutcomeClass, TimelineBucket } from '../../../shared/model/traffic.ts';
import { formatCount, formatInstant, formatNumber, percent } from '../../text/format.ts';
import { toneColours } from '../../ui/tag.tsx';
import { panned, shareOf, type TimeWindow, windowText, zoomed } from '../timeline/time-window.ts';
import { TimeAxis, TimelineBars } from '../timeline/timeline-bars.tsx';
import { lookOf, SETBACK_ROWS } from './incident-kinds.ts';
import styles from './incident-plot.module.css';

const WHEEL_FACTOR = 1.25;
const KEY_FACTOR = 1.6;
const PAN_SHARE = 0.2;
const BARS_PX = 56;

interface IncidentPlotProps {
  timeline: IncidentTimeline;
  /** The shown range. It may be newer than `timeline`, until main has read the timeline of this range. */
  window: TimeWindow;
  now: number;
  onWindow: (window: TimeWindow) => void;
  onReset: () => void;
}

export function IncidentPlot({ timeline, window, now, onWindow, onReset }: IncidentPlotProps) {
  const plot = useRef<HTMLDivElement>(null);
  const latest = useRef({ window, onWindow });
  latest.current = { window, onWindow };
  useEffect(() => {
    const element = plot.current;
    if (!element) return;
    const wheel = (event: WheelEvent) => {
      if (event.deltaY === 0) return;
      event.preventDefault();
      const { left, width } = element.getBoundingClientRect();
      const share = width > 0 ? Math.min(1, Math.max(0, (event.clientX - left) / width)) : 0.5;
      const { window: shown, onWindow: change } = latest.current;
      change(zoomed(shown, event.deltaY > 0 ? WHEEL_FACTOR : 1 / WHEEL_FACTOR, share));
    };
    // React's own wheel listener is passive, so it could not keep the page from scrolling.
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, []);
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves: Record<string, () => void> = {
      '+': () => onWindow(zoomed(window, 1 / KEY_FACTOR)),
      '=': () => onWindow(zoomed(window, 1 / KEY_FACTOR)),
      '-': () => onWindow(zoomed(window, KEY_FACTOR)),
      ArrowLeft: () => onWindow(panned(window, -PAN_SHARE)),
      ArrowRight: () => onWindow(panned(window, PAN_SHARE)),
      Home: onReset,
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };
  const { brokenAt } = timeline;
  const brokenShare = brokenAt === null ? null : shareOf(window, brokenAt.at);
  const setbacks = timeline.incidents.filter(({ kind }) => kind === 'setback').length;
  const ofKind = (...kinds: Incident['kind'][]) => timeline.incidents.filter(({ kind }) => kinds.includes(kind));
  return (
    <div className={styles.chart}>
      <div className={styles.names} aria-hidden>
        <span style={{ height: BARS_PX }}>Requests</span>
        {SETBACK_ROWS.map(({ status }) => (
          <span key={status}>{status}</span>
        ))}
        <span>Tokens</span>
        {timeline.quotas.map(({ credentialId, label }) => (
          <span key={credentialId} title={`Quota of ${label}`}>
            Quota: {label}
          </span>
        ))}
        <span>Computer</span>
      </div>
      <div
        ref={plot}
        className={styles.plot}
        role="slider"
        tabIndex={0}
        aria-label="Shown time. Plus and minus zoom, the arrow keys move, Home shows the last 24 hours"
        aria-valuemin={0}
        aria-valuemax={now}
        aria-valuenow={Math.min(now, Math.max(0, Math.round(window.until)))}
        aria-valuetext={`${windowText(window, now)}; ${formatCount(timeline.incidents.length, 'incident')}, ${formatCount(setbacks, 'refused or limited entry', 'refused or limited entries')}`}
        onKeyDown={press}
      >
        <div className={styles.row} style={{ height: BARS_PX }}>
          <TimelineBars buckets={timeline.buckets} bucketMs={timeline.bucketMs} window={window} />
        </div>
        {SETBACK_ROWS.map(({ outcome, status, tone }) => (
          <div key={status} className={styles.row}>
            {timeline.buckets.map((bucket) => (
              <SetbackMark
                key={bucket.at}
                bucket={bucket}
                bucketMs={timeline.bucketMs}
                window={window}
                outcome={outcome}
                title={`${status}`}
                colour={toneColours(tone).strong}
              />
            ))}
          </div>
        ))}
        <div className={styles.row}>
          {ofKind('issuance', 'foreign', 'expiry').map((incident) => (
            <IncidentMark key={incident.id} incident={incident} window={window} now={now} />
          ))}
        </div>
        {timeline.quotas.map((quota) => (
          <QuotaRow key={quota.credentialId} quota={quota} window={window} asOf={timeline.asOf} />
        ))}
        <div className={styles.row}>
          {ofKind('sleep', 'restart', 'circuit').map((incident) => (
            <IncidentMark key={incident.id} incident={incident} window={window} now={now} />
          ))}
        </div>
        <TimeAxis window={window} />
        {now < window.until && now > window.from ? (
          <span className={styles.future} style={{ left: percent(shareOf(window, now)) }} />
        ) : null}
        {brokenAt !== null && brokenShare !== null && brokenShare >= 0 && brokenShare <= 1 ? (
          <span
            className={styles.broken}
            data-left={brokenShare > 0.7 || undefined}
            style={{ left: percent(brokenShare) }}
          >
            <span>Went wrong: {brokenAt.text}</span>
          </span>
        ) : null}
      </div>
    </div>
  );
}

interface SetbackMarkProps {
  bucket: TimelineBucket;
  bucketMs: number;
  window: TimeWindow;
  outcome: OutcomeClass;
  title: string;
  colour: string;
}

/** The mark of one bucket's setbacks. Its height does not depend on their count, so a single 403 is as visible as five hundred. */
function SetbackMark({ bucket, bucketMs, window, outcome, title, colour }: SetbackMarkProps) {
  const count = bucket.counts[outcome];
  if (count === 0) return null;
  return (
    <span
      className={styles.setback}
      style={{ ...spanStyle(window, bucket.at, bucket.at + bucketMs), background: colour }}
      title={`${formatInstant(bucket.at, { style: 'time' })}: ${formatNumber(count)} × ${title}`}
    />
  );
}

function IncidentMark({ incident, window, now }: { incident: Incident; window: TimeWindow; now: number }) {
  const { tone, shape } = lookOf(incident);
  const { strong, tint } = toneColours(tone);
  const { at, until, count, text } = incident;
  const title = `${formatInstant(at, { now })}: ${count > 1 && incident.kind !== 'foreign' ? `${count} × ` : ''}${text}`;
  if (until !== null)
    return (
      <span
        className={styles.span}
        style={{ ...spanStyle(window, at, until), background: tint, borderColor: strong }}
        title={title}
      />
    );
  return (
    <span
      className={styles.mark}
      data-shape={shape}
      style={{ left: percent(shareOf(window, at)), background: shape === 'cross' ? 'none' : strong, color: strong }}
      title={title}
    >
      {shape === 'cross' ? '×' : null}
    </span>
  );
}

function QuotaRow({ quota, window, asOf }: { quota: QuotaHistory; window: TimeWindow; asOf: number }) {
  const { steps, limit, label } = quota;
  const last = steps.at(-1);
  return (
    <div className={styles.row}>
      {steps.map(({ at, used }, index) => {
        const until = steps[index + 1]?.at ?? Math.max(at, Math.min(asOf, window.until));
        return used === 0 ? null : (
          <span
            key={at}
            className={styles.used}
            data-full={used >= limit || undefined}
            style={{ ...spanStyle(window, at, until), height: percent(Math.min(1, used / Math.max(1, limit))) }}
            title={`${label}: ${used} of ${limit} used from ${formatInstant(at, { style: 'time' })}`}
          />
        );
      })}
      {last ? (
        <span className={styles.max}>
          {last.used}/{limit}
        </span>
      ) : null}
    </div>
  );
}

/** The CSS position and width of the time from `from` until `until` in the plot; hides a time that is outside the window. */
function spanStyle(window: TimeWindow, from: number, until: number) {
  const left = Math.max(0, shareOf(window, from));
  const right = Math.min(1, shareOf(window, until));
  return right < 0 || left > 1 ? { display: 'none' } : { left: percent(left), width: percent(right - left) };
}
