/** The page "Timeline" of the Doctor: incidents on one time axis. */
import { PageHeader } from '../../../ui/page-header.tsx';
import { DoctorTabs } from '../doctor-tabs.tsx';
import { TimelinePanel } from './timeline-panel.tsx';

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
