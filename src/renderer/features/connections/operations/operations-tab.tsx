/** The tab for a connection's operations: the variant in use, its provenance, and an editor. */
import { Accordion, Code, Group, Stack, Text } from '@mantine/core';
import type { Connection } from '../../../../shared/model/connection.ts';
import { FoundPathLine } from '../../../actions/found-path.tsx';
import { useAnswer } from '../../../ipc/client.ts';
import { ProvenanceBadge } from '../../../ui/provenance-badge.tsx';
import { Tag } from '../../../ui/tag.tsx';
import styles from '../connections.module.css';
import { OperationEditor } from './operation-editor.tsx';
import { refusedHeaders } from './refused-headers.tsx';

export function OperationsTab({ connection }: { connection: Connection }) {
  const operations = useAnswer('operations', 'list', { connectionId: connection.id });
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Each operation describes a request as data that you can change. Its badge says where that data comes from;
        “Found” was seen at this service.
      </Text>
      <Accordion variant="separated" keepMounted={false}>
        {operations.map((effective) => (
          <Accordion.Item key={effective.operation.id} value={effective.operation.id}>
            <Accordion.Control>
              <div className={styles.operationLine}>
                <span style={{ fontWeight: 600 }}>{effective.operation.title}</span>
                <Code>{`${effective.shape.method} ${effective.shape.path}`}</Code>
                {effective.custom ? <Tag tone="muted">Changed by you</Tag> : null}
                {effective.found ? <Tag tone="good">Found</Tag> : null}
                {refusedHeaders(effective.shape).length > 0 ? <Tag tone="warn">Not sent</Tag> : null}
              </div>
            </Accordion.Control>
            <Accordion.Panel>
              <Group mb="sm">
                <ProvenanceBadge provenance={effective.provenance} />
              </Group>
              {effective.found ? (
                <FoundPathLine
                  connectionId={connection.id}
                  operation={effective.operation.id}
                  found={effective.found}
                />
              ) : null}
              <OperationEditor connection={connection} effective={effective} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  );
}
