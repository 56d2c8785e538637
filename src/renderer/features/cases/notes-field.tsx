/** The notes of a case, saved with a button or Ctrl/Cmd+Enter. Unsaved text is kept, even while another page is shown. */
import { Button, Group, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { MAX_CHARACTERS } from '../../../shared/input/max-input.ts';
import type { Case } from '../../../shared/model/case.ts';
import { useAct } from '../../ipc/client.ts';
import { KEPT_SENTENCES } from '../../text/kept-text.ts';
import { useTypedState } from '../../ui/use-remembered-state.ts';
import styles from './cases.module.css';

/** Unsaved text, and the saved notes from which the person started. */
interface Draft {
  readonly typed: string;
  readonly from: string;
}

/** The field for the notes of a case. Its React key must be the case's id, because a draft belongs to one case. */
export function NotesField({ id, notes, onSaved }: { id: string; notes: string; onSaved: (saved: Case) => void }) {
  const [draft, setDraft] = useTypedState<Draft | null>(`cases.notes.${id}`, () => null);
  const field = useRef<HTMLTextAreaElement>(null);
  const save = useAct('cases', 'note', {
    onSuccess: ({ isSaved, case: stored }, { notes: sent }) => {
      if (isSaved) setDraft((known) => (known && known.typed !== sent ? { ...known, from: stored.notes } : null));
      onSaved(stored);
    },
  });
  const typed = draft?.typed ?? notes;
  const isChanged = typed !== notes;
  // While a save is in flight, the changed notes may come from this window.
  const isConflict = draft !== null && draft.from !== notes && isChanged && !save.isPending;
  const maySave = isChanged && !isConflict && !save.isPending;
  const submit = () => save.mutate({ id, notes: typed, from: draft?.from ?? notes });
  const choose = (chosen: Draft | null) => {
    setDraft(() => chosen);
    field.current?.focus();
  };
  return (
    <>
      <Textarea
        ref={field}
        label="Notes"
        description={`What you found out and what helped. A secret that you paste is masked when you save. ${KEPT_SENTENCES.plain}`}
        rows={4}
        resize="vertical"
        maxLength={MAX_CHARACTERS.body}
        value={typed}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setDraft((known) =>
            value === notes && !save.isPending ? null : { typed: value, from: known?.from ?? notes },
          );
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && maySave) submit();
        }}
      />
      {isConflict ? (
        <div role="alert" className={styles.conflict}>
          <p>
            {notes === ''
              ? 'Another window deleted the notes that you are changing. Choose before you save.'
              : 'Another window changed these notes while you typed. Choose before you save. The saved notes are:'}
          </p>
          {notes === '' ? null : <blockquote>{notes}</blockquote>}
          <Group gap="sm">
            <Button size="xs" onClick={() => choose({ typed, from: notes })}>
              Keep what I typed
            </Button>
            <Button size="xs" onClick={() => choose(null)}>
              Use the saved notes
            </Button>
          </Group>
        </div>
      ) : null}
      <Group mt="xs" gap="sm">
        <Button
          variant="filled"
          size="xs"
          disabled={!isChanged || isConflict}
          loading={save.isPending}
          onClick={submit}
        >
          Save notes
        </Button>
        <span className={styles.dim} role="status">
          {save.data?.isSaved && !isChanged ? 'Saved' : ''}
        </span>
      </Group>
    </>
  );
}
