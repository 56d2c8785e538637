/** An empty state for content that works on the sandbox only. It offers to switch to the sandbox. */
import { Button } from '@mantine/core';
import { useConnection, useConnections, useSelectConnection } from '../ipc/current.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconFlask } from '../ui/icons.ts';

/** A notice that the page works only on the sandbox. `consequence` is a sentence about the current connection, such as “No exercise starts there.” */
export function SandboxOnly({ title, consequence }: { title: string; consequence: string }) {
  const current = useConnection();
  const sandbox = useConnections().connections.find(({ presetId }) => presetId === 'sandbox');
  const select = useSelectConnection();
  return (
    <EmptyState
      icon={<IconFlask size={28} />}
      title={title}
      action={
        sandbox ? (
          <Button variant="filled" loading={select.isPending} onClick={() => select.mutate({ id: sandbox.id })}>
            Switch to “{sandbox.name}”
          </Button>
        ) : null
      }
    >
      You are looking at “{current.name}”, a connection to a service outside this machine. {consequence}
    </EmptyState>
  );
}
