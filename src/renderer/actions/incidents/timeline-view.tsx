/** The incident timeline with its controls: two sentences, the drawing, and the table. */
import { ActionIcon, Button, Card, Group } from '@mantine/core';
import type { IncidentTimeline } from '../../../shared/model/incident.ts';
import { formatInstant } from '../../text/format.ts';
import {
  IconChevronLeft,
  IconChevronRight,
  IconFocusCentered,
  IconHome,
  IconZoomIn,
  IconZoomOut,
} from '../../ui/icons.ts';
import { centredOn, panned, type TimeWindow, windowText, zoomed } from '../timeline/time-window.ts';
import { IncidentPlot } from './incident-plot.tsx';
import { IncidentTable } from './incident-table.tsx';
import { Sentence } from './sentence.tsx';
import styles from './timeline-view.module.css';

const icon = { size: 16, 'aria-hidden': true } as const;

export function TimelineView({
  timeline,
  chosen,
  first,
  isLinked = true,
  onWindow,
  onReset,
}: {
  timeline: IncidentTimeline;
  /** The range that the person chose; null for the default range. */
  chosen: TimeWindow | null;
  /** The name of the default range. */
  first: string;
  /** Whether the incidents link to their exchanges; false when this console does not have the exchanges. */
  isLinked?: boolean;
  onWindow: (window: TimeWindow) => void;
  onReset: () => void;
}) {
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
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconHome {...icon} />}
          disabled={chosen === null}
          onClick={onReset}
        >
          {first}
        </Button>
        {brokenAt === null ? null : (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconFocusCentered {...icon} />}
            onClick={() => onWindow(centredOn(window, brokenAt.at))}
          >
            Where it went wrong
          </Button>
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
