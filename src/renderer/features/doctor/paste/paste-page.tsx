/** The page "Paste a failure" of the Doctor: reads, masks and diagnoses a customer's text or file on this computer. */
import { Button } from '@mantine/core';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { formatBytes } from '../../../text/format.ts';
import { IconShieldCheck } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useRememberedState } from '../../../ui/use-remembered-state.ts';
import doctor from '../doctor.module.css';
import { DoctorTabs } from '../doctor-tabs.tsx';
import styles from './paste.module.css';
import { type Held, PasteInput } from './paste-input.tsx';
import { ReportView } from './report-view.tsx';
import { useReading } from './use-reading.ts';

export function PastePage() {
  const [text, setText] = useRememberedState('doctor.paste.text', () => '');
  const [held, setHeld] = useRememberedState<Held | null>('doctor.paste.held', () => null);
  const { reading, start, cancel, clear } = useReading();
  const isReading = reading.kind === 'reading';
  return (
    <>
      <PageHeader title="Doctor" description="Why a customer’s request failed, from what the customer sent." />
      <DoctorTabs />
      <p className={doctor.promise}>
        <IconShieldCheck size={17} aria-hidden />
        Nothing is sent: the text is read on this machine, and secrets and guests are masked before anything else. Of
        what failed, the masked diagnosis is kept in Cases.
      </p>
      <PasteInput
        text={text}
        held={held}
        isReading={isReading}
        onText={(next) => setText(() => next)}
        onHeld={(next) => setHeld(() => next)}
        onStart={(given) => void start(given)}
        onClear={() => {
          setText(() => '');
          setHeld(() => null);
          clear();
        }}
      />
      {isReading ? (
        <div className={styles.progress} role="status">
          <progress
            aria-label="Reading"
            max={reading.total ?? undefined}
            value={reading.total === null ? undefined : reading.bytes}
          />
          <span>
            Reading{reading.bytes > 0 ? ` ${formatBytes(reading.bytes)}` : ''}
            {reading.total === null ? '' : ` of ${formatBytes(reading.total)}`} …
          </span>
          <Button size="compact-sm" onClick={cancel}>
            Cancel
          </Button>
        </div>
      ) : null}
      {reading.kind === 'failed' ? <ErrorNotice error={reading.error} /> : null}
      {reading.kind === 'done' ? <ReportView report={reading.report} /> : null}
    </>
  );
}
