/** The incident timeline with its controls: two sentences, the drawing, and the table. */
import { ActionIcon, Card, Group } from '@mantine/core';
import type { Incident, IncidentTimeline, SentencePart } from '../../../shared/model/incident.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatInstant, formatNumber } from '../../text/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import {
  IconChevronLeft,
  IconChevronRight,
  IconFocusCentered,
  IconHome,
  IconZoomIn,
  IconZoomOut,
} from '../../ui/icons.ts';
import { toneColours } from '../../ui/tag.tsx';
import { centredOn, panned, type TimeWindow, windowText, zoomed } from '../timeline/time-window.ts';
import { lookOf } from './incident-kinds.ts';
import { IncidentPlot } from './incident-plot.tsx';
import styles from './timeline-view.module.css';

const icon = { size: 16, 'aria-hidden': true } as const;

interface Props {
  timeline: IncidentTimeline;
  /** The range that the person chose; null for the default range. */
  chosen: TimeWindow | null;
  /** The name of the default range. */
  first: string;
  /** Whether the incidents link to their exchanges; false when this console does not have the exchanges. */
  isLinked?: boolean;
  onWindow: (window: TimeWindow) => void;
  onReset: () => void;
}

export function TimelineView({ timeline, chosen, first, isLinked = true, onWindow, onReset }: Props) {
  const { asOf: now, brokenAt } = timeline;
  const window = chosen ?? timeline;
  return (
    <Card component="section" aria-label="Incident timeline">
      <dl className={styles.answers}>
        <dt>What used up the quota?</dt>
        <dd>
          <Sentence parts={timeline.burned} now={now} isLinked={isLinked} />
        </dd>
        <dt>When did it last work, and what changed since?</dt>
        <dd>
          <Sentence parts={timeline.lastWorked} now={now} isLinked={isLinked} />
        </dd>
      </dl>
      <Group gap={6} className={styles.controls ?? ''}>
        <ActionIcon variant="default" aria-label="Zoom in" onClick={() => onWindow(zoomed(window, 1 / 2))}>
          <IconZoomIn {...icon} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Zoom out" onClick={() => onWindow(zoomed(window, 2))}>
          <IconZoomOut {...icon} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Earlier" onClick={() => onWindow(panned(window, -0.5))}>
          <IconChevronLeft {...icon} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Later" onClick={() => onWindow(panned(window, 0.5))}>
          <IconChevronRight {...icon} />
        </ActionIcon>
        <IconButton Icon={IconHome} size="compact-sm" disabled={chosen === null} onClick={onReset}>
          {first}
        </IconButton>
        {brokenAt === null ? null : (
          <IconButton
            Icon={IconFocusCentered}
            size="compact-sm"
            onClick={() => onWindow(centredOn(window, brokenAt.at))}
          >
            Where it went wrong
          </IconButton>
        )}
        <span className={styles.range} role="status">
          {windowText(window, now)}
        </span>
      </Group>
      <IncidentPlot timeline={timeline} window={window} now={now} onWindow={onWindow} onReset={onReset} />
      {timeline.setbacksFrom === null ? null : (
        <p className={styles.partial}>
          The range has more refusals than this list: those before {formatInstant(timeline.setbacksFrom, { now })} are
          only in the bars above. Zoom in to list them.
        </p>
      )}
      <IncidentTable incidents={timeline.incidents} isLinked={isLinked} />
    </Card>
  );
}

/** A sentence of the incident timeline. Its instants are links to the exchanges that this console has. */
function Sentence({ parts, now, isLinked }: { parts: readonly SentencePart[]; now: number; isLinked: boolean }) {
  return (
    <p>
      {parts.map((part, index) => {
        // The parts of a sentence never change their order, so the index can be the key.
        const key = `${index}`;
        if (part.kind === 'text') return <span key={key}>{part.text}</span>;
        const isToday = formatInstant(part.at, { style: 'day' }) === formatInstant(now, { style: 'day' });
        const text = isToday ? formatInstant(part.at, { style: 'time' }) : formatInstant(part.at, { now });
        const time = <time dateTime={new Date(part.at).toISOString()}>{text}</time>;
        return part.exchangeId === null || !isLinked ? (
          <span key={key} className="lk-num">
            {time}
          </span>
        ) : (
          <PageLink key={key} to="/traffic" search={{ id: part.exchangeId }} className="lk-num" underline="always">
            {time}
          </PageLink>
        );
      })}
    </p>
  );
}

/** The incidents as a table, newest first, with links to their exchanges. It shows the same facts as `IncidentPlot`. */
function IncidentTable({ incidents, isLinked }: { incidents: readonly Incident[]; isLinked: boolean }) {
  if (incidents.length === 0) return <p className={styles.dim}>Nothing happened in this period.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label="Incidents in this period">
      <table className={styles.table}>
        <caption className="lk-unseen">{formatCount(incidents.length, 'incident')}, newest first</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Kind</th>
            <th scope="col">What happened</th>
            {isLinked ? <th scope="col">Exchange</th> : null}
          </tr>
        </thead>
        <tbody>
          {incidents.toReversed().map((incident) => (
            <IncidentRow key={incident.id} incident={incident} isLinked={isLinked} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function IncidentRow({ incident, isLinked }: { incident: Incident; isLinked: boolean }) {
  const { at, until, count, kind, text, exchangeId } = incident;
  const { name, tone } = lookOf(incident);
  return (
    <tr>
      <td className="lk-num">
        {formatInstant(at, { style: 'long' })}
        {until === null ? null : ` – ${formatInstant(until, { style: 'time' })}`}
      </td>
      <td style={{ color: toneColours(tone).text }}>{name}</td>
      <td>
        {count > 1 && kind !== 'foreign' ? `${formatNumber(count)} × ` : ''}
        {text}
      </td>
      {isLinked ? (
        <td>
          {exchangeId === null ? null : (
            <PageLink to="/traffic" search={{ id: exchangeId }} size="sm" aria-label={`See the exchange: ${text}`}>
              See
            </PageLink>
          )}
        </td>
      ) : null}
    </tr>
  );
}
