/** The notes of a case, saved by a button or Ctrl/Cmd+Enter. */
import { Button, Group, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_CHARACTERS } from '../../../shared/max-input.ts';
import type { Case } from '../../../shared/model/case.ts';
import { act } from '../../ipc/client.ts';
import styles from './cases.module.css';

export function NotesField({ id, notes, onSaved }: { id: string; notes: string; onSaved: (saved: Case) => void }) {
  const [typed, setTyped] = useState(notes);
  const save = useMutation({
    ...act('cases', 'note'),
    onSuccess: (saved) => {
      setTyped(saved.notes);
      onSaved(saved);
    },
  });
  const isChanged = typed !== notes;
  const submit = () => save.mutate({ id, notes: typed });
  return (
    <>
      <Textarea
        label="Notes"
        description="What you found out and what helped. A secret that you paste is masked when you save."
        rows={4}
        resize="vertical"
        maxLength={MAX_CHARACTERS.caseNotes}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isChanged) submit();
        }}
      />
      <Group mt="xs" gap="sm">
        <Button size="xs" disabled={!isChanged} loading={save.isPending} onClick={submit}>
          Save notes
        </Button>
        <span className={styles.dim} role="status">
          {save.isSuccess && !isChanged ? 'Saved' : ''}
        </span>
      </Group>
    </>
  );
}
