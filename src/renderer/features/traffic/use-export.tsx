/** The export as HAR: its progress, and a notification with the path of the written file. */

import { notifications } from '@mantine/notifications';
import { skipToken, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InputOf, PayloadOf } from '../../../shared/contract/index.ts';
import type { WrittenFile } from '../../../shared/model/traffic.ts';
import { SECOND_MS } from '../../../shared/time/units.ts';
import { CopyButton } from '../../actions/copy-button.tsx';
import { act, quietly, useAct } from '../../ipc/client.ts';
import { EXPORT_PROGRESS } from '../../ipc/event-bridge.ts';
import { errorDataOf } from '../../text/error-text.ts';
import { formatBytes, formatCount } from '../../text/format.ts';

export type ExportProgress = PayloadOf<'traffic', 'onExport'>;
export type Selection = InputOf<'traffic', 'exportHar'>;

export interface ExportControl {
  readonly running: boolean;
  /** The progress of the running export; null without one, and while the person chooses a file. */
  readonly progress: ExportProgress | null;
  readonly error: unknown;
  readonly start: (selection: Selection) => void;
  readonly cancel: () => void;
}

export function useExport(): ExportControl {
  const client = useQueryClient();
  const options = act('traffic', 'exportHar');
  const run = useMutation(
    quietly({
      ...options,
      onMutate: () => {
        client.setQueryData(EXPORT_PROGRESS, null);
      },
      onSuccess: (file: WrittenFile | null) => file && notifyWritten(file),
    }),
  );
  const cancel = useAct('traffic', 'cancelExport');
  // An export goes on while the person is on another page.
  const running = useIsMutating({ mutationKey: ['traffic', 'exportHar'] }) > 0;
  const { data } = useQuery<ExportProgress | null>({ queryKey: EXPORT_PROGRESS, queryFn: skipToken });
  return {
    running,
    progress: running ? (data ?? null) : null,
    error: errorDataOf(run.error)?.code === 'cancelled' ? null : run.error,
    start: run.mutate,
    cancel: () => cancel.mutate(null),
  };
}

function notifyWritten({ path, records, bytes }: WrittenFile): void {
  const id = 'har-export';
  notifications.hide(id);
  notifications.show({
    id,
    title: `${formatCount(records, 'exchange')} written (${formatBytes(bytes)})`,
    message: (
      <>
        <span className="lk-mono">{path}</span> <CopyButton text={path} label="Copy the path" size="xs" />
      </>
    ),
    autoClose: 20 * SECOND_MS,
  });
}
