/** The incident timeline: two answers, the drawing with its controls, and the table. */
import { ActionIcon, Button, Card, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconChevronLeft,
  IconChevronRight,
  IconFocusCentered,
  IconHome,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { ask } from '../../../ipc/client.ts';
import { useConnection } from '../../../ipc/current.ts';
import { IncidentPlot } from '../../../actions/incidents/incident-plot.tsx';
import { IncidentTable } from '../../../actions/incidents/incident-table.tsx';
import { Sentence } from '../../../actions/incidents/sentence.tsx';
import { centredOn, panned, type TimeWindow, windowText, zoomed } from '../../../actions/incidents/time-window.ts';
import styles from '../../../actions/incidents/timeline-view.module.css';

/** Main reads the journal when the wheel has rested this long. */
const REST_MS = 120;
const icon = { size: 16, 'aria-hidden': true } as const;

export function TimelinePanel() {
  const { id: connectionId } = useConnection();
  return <ConnectionTimeline key={connectionId} connectionId={connectionId} />;
}

function ConnectionTimeline({ connectionId }: { connectionId: string }) {
  /** Null follows the last 24 hours. */
  const [chosen, setChosen] = useState<TimeWindow | null>(null);
  const [range] = useDebouncedValue(chosen, REST_MS);
  const query = useQuery({ ...ask('doctor', 'incidents', { connectionId, range }), placeholderData: keepPreviousData });
  if (query.error) return <ErrorNotice error={query.error} />;
  const timeline = query.data;
  if (!timeline) return <p role="status">Reading the journal…</p>;
  const { asOf: now, brokenAt } = timeline;
  const window = chosen ?? timeline;
  const reset = () => setChosen(null);
  return (
    <Card component="section" aria-label="Incident timeline">
      <dl className={styles.answers}>
        <dt>What burned the quota?</dt>
        <dd>
          <Sentence parts={timeline.burned} now={now} />
        </dd>
        <dt>When did it last work, and what changed since?</dt>
        <dd>
          <Sentence parts={timeline.lastWorked} now={now} />
        </dd>
      </dl>
      <Group gap={6} className={styles.controls ?? ''}>
        <ActionIcon variant="default" aria-label="Zoom in" onClick={() => setChosen(zoomed(window, 1 / 2))}>
          <IconZoomIn {...icon} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Zoom out" onClick={() => setChosen(zoomed(window, 2))}>
          <IconZoomOut {...icon} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Earlier" onClick={() => setChosen(panned(window, -0.5))}>
          <IconChevronLeft {...icon} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Later" onClick={() => setChosen(panned(window, 0.5))}>
          <IconChevronRight {...icon} />
        </ActionIcon>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconHome {...icon} />}
          disabled={chosen === null}
          onClick={reset}
        >
          Last 24 hours
        </Button>
        {brokenAt === null ? null : (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconFocusCentered {...icon} />}
            onClick={() => setChosen(centredOn(window, brokenAt.at))}
          >
            Where it went wrong
          </Button>
        )}
        <span className={styles.range} role="status">
          {windowText(window, now)}
        </span>
      </Group>
      <IncidentPlot timeline={timeline} window={window} now={now} onWindow={setChosen} onReset={reset} />
      <IncidentTable incidents={timeline.incidents} />
    </Card>
  );
}
