/** Shows the whole report of a problem, to copy or to save. */
import { Button, Group, Modal, Stack } from '@mantine/core';
import { CopyTextButton } from '../../actions/copy-text-button.tsx';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { WrittenFile } from '../../actions/written-file.tsx';
import { useAct, useAsk } from '../../ipc/client.ts';
import styles from './settings.module.css';

export function ReportDialog({ onClose }: { onClose: () => void }) {
  const report = useAsk('app', 'report', null, { refetchOnMount: 'always', gcTime: 0 });
  const save = useAct('app', 'saveReport', { quiet: true });
  const text = report.data?.text;
  return (
    <Modal opened onClose={onClose} title="Report a problem" size="lg">
      <Stack gap="md">
        <div>This is the whole report. Read it, then copy or save it and send it to the publisher yourself.</div>
        {report.error ? <ErrorNotice error={report.error} onRetry={() => void report.refetch()} compact /> : null}
        {text === undefined ? null : (
          <>
            <section className={styles.report} aria-label="The report">
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled text must be reached by the keyboard. */}
              <pre tabIndex={0}>{text}</pre>
            </section>
            <Group>
              <CopyTextButton text={text} label="Copy the report" />
              <Button loading={save.isPending} onClick={() => save.mutate({ text })}>
                Save…
              </Button>
            </Group>
            {save.error ? <ErrorNotice error={save.error} compact /> : null}
            <WrittenFile file={save.data ? { what: 'The report', path: save.data.path } : null} />
          </>
        )}
      </Stack>
    </Modal>
  );
}
