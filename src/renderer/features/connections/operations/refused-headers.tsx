/** Says that an operation is not sent because of headers that are no longer allowed, and removes these headers. */
import { Button } from '@mantine/core';
import type { OperationId, OperationShape } from '../../../../shared/model/operation.ts';
import { mayAddHeader } from '../../../../shared/request/operation-headers.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useAct } from '../../../ipc/client.ts';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import styles from '../connections.module.css';

export const refusedHeaders = ({ headers }: OperationShape): string[] =>
  Object.keys(headers).filter((name) => !mayAddHeader(name));

interface Props {
  connectionId: string;
  operation: OperationId;
  shape: OperationShape;
  onRemoved: () => Promise<unknown>;
}

export function RefusedHeaders({ connectionId, operation, shape, onRemoved }: Props) {
  const save = useAct('operations', 'customise', { quiet: true, onSuccess: onRemoved });
  const names = refusedHeaders(shape);
  if (names.length === 0) return null;
  const isOne = names.length === 1;
  const quoted = new Intl.ListFormat('en').format(names.map((name) => `“${name}”`));
  const headers = Object.fromEntries(Object.entries(shape.headers).filter(([name]) => mayAddHeader(name)));
  return (
    <div className={styles.refused}>
      <p>
        <IconAlertTriangle size={16} aria-hidden /> This operation is not sent: its header{isOne ? '' : 's'} {quoted}{' '}
        {isOne ? 'is' : 'are'} no longer allowed.
      </p>
      <Button
        size="compact-sm"
        loading={save.isPending}
        onClick={() => save.mutate({ connectionId, operation, shape: { ...shape, headers } })}
      >
        Remove {isOne ? 'this header' : 'these headers'}
      </Button>
      {save.error ? <ErrorNotice error={save.error} compact /> : null}
    </div>
  );
}
