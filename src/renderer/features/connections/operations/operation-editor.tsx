/** The editor of an operation: a choice of its variants, or its shape as JSON. */
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connection } from '../../../../shared/model/connection.ts';
import type { EffectiveOperation } from '../../../../shared/model/operation.ts';
import { act, keyOf } from '../../../ipc/client.ts';
import { ProvenanceBadge } from '../../../ui/provenance-badge.tsx';
import styles from '../connections.module.css';
import { ProbeSearch } from './probe-search.tsx';
import { RefusedHeaders } from './refused-headers.tsx';
import { ShapeEditor } from './shape-editor.tsx';

export function OperationEditor({ connection, effective }: { connection: Connection; effective: EffectiveOperation }) {
  const client = useQueryClient();
  const refresh = () =>
    client.invalidateQueries({ queryKey: keyOf('operations', 'list', { connectionId: connection.id }) });
  const choose = useMutation({ ...act('operations', 'chooseVariant'), onSuccess: refresh });
  const reset = useMutation({ ...act('operations', 'reset'), onSuccess: refresh });
  const [editing, setEditing] = useState(false);
  const { operation, custom } = effective;
  const target = { connectionId: connection.id, operation: operation.id };
  return (
    <Stack gap="md">
      <RefusedHeaders {...target} shape={effective.shape} onRemoved={refresh} />
      <Radio.Group
        label={custom ? 'A custom shape is in use. Choosing a variant replaces it.' : 'Variant'}
        value={custom ? '' : effective.variantId}
        onChange={(variantId) => choose.mutate({ ...target, variantId })}
      >
        <Stack gap="xs" mt="xs">
          {operation.variants.map((variant) => (
            <div key={variant.id} className={styles.variant}>
              <Group gap="sm" align="center">
                <Radio value={variant.id} label={variant.title} disabled={choose.isPending} />
                <ProvenanceBadge provenance={variant.provenance} remark={variant.remark} />
              </Group>
              {variant.remark ? (
                <Text size="sm" c="dimmed" mt={4} ml={30}>
                  {variant.remark}
                </Text>
              ) : null}
            </div>
          ))}
        </Stack>
      </Radio.Group>
      {operation.id === 'search' ? <ProbeSearch connection={connection} onDone={refresh} /> : null}
      {editing ? (
        <ShapeEditor
          {...target}
          shape={effective.shape}
          onSaved={() => {
            setEditing(false);
            void refresh();
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => setEditing(true)}>
            Edit as JSON
          </Button>
          {custom ? (
            <Button size="xs" variant="subtle" loading={reset.isPending} onClick={() => reset.mutate(target)}>
              Reset to the preset
            </Button>
          ) : null}
        </Group>
      )}
    </Stack>
  );
}
