/** The page "Timeline" of the Doctor: incidents on one time axis. */

import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { TimelineView } from '../../../actions/incidents/timeline-view.tsx';
import type { TimeWindow } from '../../../actions/timeline/time-window.ts';
import { useAsk } from '../../../ipc/client.ts';
import { useConnection } from '../../../ipc/current.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { TYPING_PAUSE_MS } from '../../../ui/typing-pause.ts';
import { DoctorTabs } from '../doctor-tabs.tsx';

export function TimelinePage() {
  return (
    <>
      <PageHeader
        title="Doctor"
        description="Tokens, refusals, limits and this computer on one time axis. Opening it sends nothing."
      />
      <DoctorTabs />
      <TimelinePanel />
    </>
  );
}

/** The incident timeline of the connection. Main reads the journal for the range that is shown. */
function TimelinePanel() {
  const { id: connectionId } = useConnection();
  return <ConnectionTimeline key={connectionId} connectionId={connectionId} />;
}

function ConnectionTimeline({ connectionId }: { connectionId: string }) {
  /** The range that the person chose; null follows the last 24 hours. */
  const [chosen, setChosen] = useState<TimeWindow | null>(null);
  const [range] = useDebouncedValue(chosen, TYPING_PAUSE_MS);
  const query = useAsk('doctor', 'incidents', { connectionId, range }, { keepsPrevious: true });
  if (query.error) return <ErrorNotice error={query.error} />;
  const timeline = query.data;
  if (!timeline) return <p role="status">Reading the journal…</p>;
  return (
    <TimelineView
      timeline={timeline}
      chosen={chosen}
      first="Last 24 hours"
      onWindow={setChosen}
      onReset={() => setChosen(null)}
    />
  );
}
