/** The editor of an operation: a choice of its variants, or its shape as JSON. */
import { Button, Card, Group, List, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { inputIssuesOf } from '../../../../shared/input/input-issues.ts';
import type { Connection } from '../../../../shared/model/connection.ts';
import {
  type EffectiveOperation,
  type OperationId,
  type OperationShape,
  OperationShapeInput,
} from '../../../../shared/model/operation.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { keyOf, useAct } from '../../../ipc/client.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconCircleCheck, IconCircleX, IconRadar2 } from '../../../ui/icons.ts';
import { ProvenanceBadge } from '../../../ui/provenance-badge.tsx';
import { toneColours } from '../../../ui/tag.tsx';
import styles from '../connections.module.css';
import { RefusedHeaders } from './refused-headers.tsx';

export function OperationEditor({ connection, effective }: { connection: Connection; effective: EffectiveOperation }) {
  const client = useQueryClient();
  const refresh = () =>
    client.invalidateQueries({ queryKey: keyOf('operations', 'list', { connectionId: connection.id }) });
  const choose = useAct('operations', 'chooseVariant', { onSuccess: refresh });
  const reset = useAct('operations', 'reset', { onSuccess: refresh });
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
          <Button size="xs" onClick={() => setEditing(true)}>
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

/** Finds the search variant that the service answers, with at most one request for each variant (service.md §6.2). */
export function ProbeSearch({ connection, onDone }: { connection: Connection; onDone: () => void }) {
  const probe = useAct('operations', 'probeSearch', { quiet: true, abortsOnLeave: true, onSuccess: onDone });
  return (
    <Card padding="sm" withBorder bg="var(--lk-well)">
      <Group justify="space-between" gap="sm">
        <Text size="sm" style={{ flex: '1 1 260px' }}>
          Sources disagree on the path of the search. One request per variant shows which one responds.
        </Text>
        <IconButton
          Icon={IconRadar2}
          size="xs"
          loading={probe.isPending}
          disabled={connection.applications.length === 0}
          onClick={() => probe.mutate({ connectionId: connection.id, applicationId: connection.activeApplicationId })}
        >
          Find the search that responds
        </IconButton>
      </Group>
      {probe.error ? <ErrorNotice error={probe.error} compact /> : null}
      {probe.data ? (
        <div role="status">
          <ul className={styles.probe} style={{ marginTop: 10 }}>
            {probe.data.tried.map((tried) => (
              <li key={tried.variantId}>
                {tried.answered ? (
                  <IconCircleCheck size={16} color={toneColours('good').strong} aria-label="responded" />
                ) : (
                  <IconCircleX size={16} color={toneColours('bad').strong} aria-label="did not respond" />
                )}
                <span className="lk-mono">{tried.url}</span>
                <span>{tried.outcome}</span>
              </li>
            ))}
          </ul>
          <Text size="sm" fw={600} mt={6}>
            {probe.data.chosen === null
              ? 'No variant responded; the selection is unchanged.'
              : 'The variant that responds is now in use.'}
          </Text>
        </div>
      ) : null}
    </Card>
  );
}

/** Parses an operation's shape from JSON, or returns sentences about the problems. */
export function parseShape(text: string): { shape: OperationShape } | { problems: string[] } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { problems: [`Not valid JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`] };
  }
  const parsed = OperationShapeInput.safeParse(json);
  if (parsed.success) return { shape: parsed.data };
  return { problems: inputIssuesOf(parsed.error, 'The document').map(({ message }) => message) };
}

interface ShapeEditorProps {
  connectionId: string;
  operation: OperationId;
  shape: OperationShape;
  onSaved: () => void;
  onCancel: () => void;
}

/** Edits the shape of an operation as JSON, and checks it while the person types. */
function ShapeEditor({ connectionId, operation, shape, onSaved, onCancel }: ShapeEditorProps) {
  const [text, setText] = useState(() => JSON.stringify(shape, null, 2));
  const save = useAct('operations', 'customise', { quiet: true });
  const parsed = parseShape(text);
  return (
    <Stack gap="sm">
      <Textarea
        label="Operation as JSON"
        description="Placeholders: {name} in the path, {{name}} in the body; query maps a parameter to a value's name."
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={10}
        maxRows={24}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
        error={
          'problems' in parsed ? (
            <List size="xs" withPadding>
              {parsed.problems.map((problem) => (
                <List.Item key={problem}>{problem}</List.Item>
              ))}
            </List>
          ) : null
        }
      />
      {save.error ? <ErrorNotice error={save.error} compact /> : null}
      <Group gap="xs">
        <Button
          variant="filled"
          size="xs"
          disabled={'problems' in parsed}
          loading={save.isPending}
          onClick={() => {
            if ('shape' in parsed)
              save.mutate({ connectionId, operation, shape: parsed.shape }, { onSuccess: onSaved });
          }}
        >
          Save custom shape
        </Button>
        <Button size="xs" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
