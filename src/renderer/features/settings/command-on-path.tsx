/** The command `latchkey` on PATH: where it is, and the buttons that put it there and take it away. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { keyOf, useAct, useAsk } from '../../ipc/client.ts';
import styles from './settings.module.css';
import { Path } from './settings-section.tsx';

export function CommandOnPathPart() {
  const client = useQueryClient();
  const command = useAsk('programs', 'command', null);
  const set = useAct('programs', 'setCommand', {
    quiet: true,
    onSuccess: (status) => client.setQueryData(keyOf('programs', 'command', null), status),
  });
  if (!command.data) return command.error ? <ErrorNotice error={command.error} compact /> : null;
  const { state, place, problem } = command.data;
  const isInstalled = state === 'installed';
  return (
    <section aria-labelledby="command-on-path">
      <h3 id="command-on-path" className={styles.subtitle}>
        The command
      </h3>
      <p className={styles.text}>
        {isInstalled || state === 'package'
          ? 'In a terminal, latchkey asks this app.'
          : 'In a terminal, latchkey would ask this app. It is not on your PATH yet.'}
      </p>
      {place === null ? null : <Path path={place} label="Copy the place of the command" />}
      {problem === null ? null : <p className={styles.dim}>{problem}.</p>}
      {isInstalled || state === 'offered' ? (
        <div className={styles.actions}>
          <Button size="compact-sm" loading={set.isPending} onClick={() => set.mutate({ isInstalled: !isInstalled })}>
            {isInstalled ? 'Take the command off PATH' : 'Put the command on PATH'}
          </Button>
        </div>
      ) : null}
      {set.error ? <ErrorNotice error={set.error} compact /> : null}
    </section>
  );
}
