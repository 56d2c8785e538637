/** The permissions of the sandbox's account. An operation without permission is answered 403. */
import { Switch } from '@mantine/core';
import { OperationId } from '../../../shared/model/operation.ts';
import { operationName } from '../../../shared/text/api-names.ts';
import styles from './sandbox.module.css';
import { Section } from './section.tsx';
import { usePanel } from './use-sandbox.ts';

export function PermissionsSection() {
  const { state, apply } = usePanel();
  return (
    <Section title="Permissions" description="An operation that is switched off answers 403, whatever the token.">
      <div className={styles.switches}>
        {OperationId.options.map((operation) => (
          <Switch
            key={operation}
            label={operationName(operation)}
            checked={!state.denied.includes(operation)}
            onChange={(event) => {
              const allowed = event.currentTarget.checked;
              apply(
                { kind: 'setPermission', operation, allowed },
                `${operationName(operation)} is ${allowed ? 'allowed' : 'denied'}.`,
              );
            }}
          />
        ))}
      </div>
    </Section>
  );
}
