/** An opened bundle: a case from another computer, read-only. */

import { Button, Card, Stack } from '@mantine/core';
import { useState } from 'react';
import type { OpenedBundle } from '../../../shared/model/bundle.ts';
import type { IncidentTimeline } from '../../../shared/model/incident.ts';
import { causeLink, citedText } from '../../actions/cited-text.tsx';
import { CopyButton } from '../../actions/copy-button.tsx';
import { CopyTextButton } from '../../actions/copy-text-button.tsx';
import { TimelineView } from '../../actions/incidents/timeline-view.tsx';
import type { TimeWindow } from '../../actions/timeline/time-window.ts';
import { formatInstant } from '../../text/format.ts';
import { DiagnosisView } from '../../ui/diagnosis/diagnosis-view.tsx';
import { IconPackage } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import styles from './bundle.module.css';
import { BundleFiles } from './bundle-files.tsx';
import { CaseStateTag } from './case-state.tsx';
import casesStyles from './cases.module.css';
import { FailureView } from './failure-view.tsx';

export function OpenedBundleView({ bundle, onClose }: { bundle: OpenedBundle; onClose: () => void }) {
  const { path, writtenAt, files } = bundle;
  const { title, state, requestId, notes, diagnosis, failure } = bundle.case;
  const summary = files.find(({ name }) => name === 'summary.md')?.text ?? '';
  return (
    <>
      <PageHeader
        title={title}
        description={
          <span className={casesStyles.facts}>
            <CaseStateTag state={state} />
            {requestId ? (
              <span className={casesStyles.requestId}>
                request id <span className="lk-mono">{requestId}</span>
                <CopyButton text={requestId} label="Copy the request id" size="xs" />
              </span>
            ) : null}
            <CopyTextButton text={summary} label="Copy for a ticket" />
          </span>
        }
        actions={<Button onClick={onClose}>Close the bundle</Button>}
      />
      <p className={styles.opened}>
        <IconPackage size={17} aria-hidden />
        <span>
          Read-only, from <span className="lk-mono">{path}</span>, written {formatInstant(writtenAt, { style: 'long' })}
          . Nothing of it is kept when you close it.
        </span>
      </p>
      <Stack gap="md">
        <Card component="section" aria-label="Diagnosis">
          <h2 className={casesStyles.heading}>Diagnosis</h2>
          <DiagnosisView diagnosis={diagnosis} citedText={citedText} causeLink={causeLink} />
        </Card>
        {notes === '' ? null : (
          <Card component="section" aria-label="Notes">
            <h2 className={casesStyles.heading}>Notes</h2>
            <p className={styles.notes}>{notes}</p>
          </Card>
        )}
        <Card component="section" aria-label="The failing request">
          <FailureView failure={failure} />
        </Card>
        {bundle.timeline ? <Incidents timeline={bundle.timeline} /> : null}
        <Card component="section" aria-label="Files of the bundle">
          <h2 className={casesStyles.heading}>Files of the bundle</h2>
          <BundleFiles files={files} />
        </Card>
      </Stack>
    </>
  );
}

/** The incidents around the failure, as the other console recorded them. They have no links, because this console does not have their exchanges. */
function Incidents({ timeline }: { timeline: IncidentTimeline }) {
  const [chosen, setChosen] = useState<TimeWindow | null>(null);
  return (
    <TimelineView
      timeline={timeline}
      chosen={chosen}
      first="All of it"
      isLinked={false}
      onWindow={setChosen}
      onReset={() => setChosen(null)}
    />
  );
}
