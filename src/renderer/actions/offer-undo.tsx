/** Shows a notification about a deletion, with a button that undoes the deletion. */
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import { UNDO_MS } from '../../shared/time/undo-time.ts';
import { call } from '../ipc/client.ts';
import { errorDataOf, textOfError } from '../text/error-text.ts';
import { OpenConnection } from './open-connection.tsx';

/** Shows “`what` · Undo” for pending deletions. `onUndone` is called after all of them were undone. */
export function offerUndoOf(what: string, deletionIds: readonly string[], onUndone: () => void = () => {}): void {
  offerUndo(`deleted ${deletionIds[0]}`, what, async () => {
    for (const deletionId of deletionIds) await call('deletions', 'undo', { deletionId });
    onUndone();
  });
}

/** Shows “`what` · Undo”. The button receives the focus, because the element that had the focus is deleted. */
export function offerUndo(id: string, what: string, undo: () => Promise<unknown>): void {
  notifications.hide(id);
  notifications.show({
    id,
    message: <Undo what={what} undo={undo} onDone={() => notifications.hide(id)} />,
    autoClose: UNDO_MS,
  });
}

function Undo({ what, undo, onDone }: { what: string; undo: () => Promise<unknown>; onDone: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const [failure, setFailure] = useState<unknown>(null);
  // Blocks a second press before the notification disappears.
  const isUndone = useRef(false);
  useEffect(() => button.current?.focus(), []);
  const undoOnce = () => {
    if (isUndone.current) return;
    isUndone.current = true;
    void undo().then(onDone, (error: unknown) => setFailure(error));
  };
  const data = errorDataOf(failure);
  const other = data?.code === 'invalidInput' ? data.issues[0]?.connection : undefined;
  return (
    <Group justify="space-between" wrap="nowrap">
      <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {failure === null ? what : textOfError(failure).sentence} {other ? <OpenConnection connection={other} /> : null}
      </span>
      {failure === null ? (
        <Button ref={button} size="compact-sm" flex="none" onClick={undoOnce}>
          Undo
        </Button>
      ) : null}
    </Group>
  );
}
