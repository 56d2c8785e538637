/** Edits the shape of an operation as JSON, and checks it while the person types. */
import { Button, Group, List, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { inputIssuesOf } from '../../../../shared/input/input-issues.ts';
import { type OperationId, type OperationShape, OperationShapeInput } from '../../../../shared/model/operation.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { act, quietly } from '../../../ipc/client.ts';

/** The shape in a JSON text, or sentences about its problems. */
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

export function ShapeEditor({
  connectionId,
  operation,
  shape,
  onSaved,
  onCancel,
}: {
  connectionId: string;
  operation: OperationId;
  shape: OperationShape;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const [text, setText] = useState(() => JSON.stringify(shape, null, 2));
  const save = useMutation(quietly(act('operations', 'customise')));
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
        <Button size="xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
