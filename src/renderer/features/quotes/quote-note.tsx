/** The note on a quote and its follow-up date. They stay on this computer. */
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { MAX_CHARACTERS } from '../../../shared/input/max-input.ts';
import type { QuoteOnBoard } from '../../../shared/model/quote-board.ts';
import { isPlainDate } from '../../../shared/time/plain-date.ts';
import { useToday } from '../../actions/clock-time.tsx';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { KeptNote, usePersonalKept } from '../../actions/kept-note.tsx';
import { useAct, useAsk } from '../../ipc/client.ts';
import { useAudience } from '../../ipc/current.ts';
import { FIRST_PAGE } from '../../text/first-page.ts';
import { DayField } from '../../ui/day-field.tsx';
import { useTypedState } from '../../ui/use-remembered-state.ts';
import { LockedKey } from './notice.tsx';
import styles from './quotes.module.css';

interface Props {
  connectionId: string;
  quoteId: string;
  /** Whether saving the note is the main action of the surrounding form. */
  isMain: boolean;
  onSaved: () => void;
}

export function QuoteNote({ connectionId, quoteId, isMain, onSaved }: Props) {
  const read = useAsk('quotes', 'get', { connectionId, quoteId });
  const isWaiting = useAsk('app', 'info', null).data?.protection.level === 'checking';
  return (
    <>
      {read.isPending && isWaiting ? (
        <p className={styles.hint} role="status">
          The key store of this computer has not answered yet. It may be waiting for you to unlock it.
        </p>
      ) : null}
      {read.error ? <ErrorNotice error={read.error} onRetry={() => void read.refetch()} compact /> : null}
      {read.data ? (
        <Fields key={quoteId} known={read.data} isMain={isMain} onRead={() => read.refetch()} onSaved={onSaved} />
      ) : null}
    </>
  );
}

/** The section for the note on the page of a quote. Its editor stays open after saving. */
export function QuoteNoteSection({ connectionId, quoteId }: Omit<Props, 'isMain' | 'onSaved'>) {
  const [isSaved, setIsSaved] = useState(false);
  const kept = usePersonalKept();
  return (
    <section className={styles.section} aria-labelledby="quote-note">
      <h3 id="quote-note" className={styles.sectionTitle}>
        Note and follow-up
      </h3>
      <QuoteNote connectionId={connectionId} quoteId={quoteId} isMain={false} onSaved={() => setIsSaved(true)} />
      <p className={styles.hint} role="status">
        {isSaved ? (kept === 'memory' ? 'Kept until you quit.' : 'Saved.') : null}
      </p>
    </section>
  );
}

/** The typed values; null while a field shows the stored value. */
interface Typed {
  readonly note: string | null;
  readonly followUpOn: string | null;
}
const NOTHING: Typed = { note: null, followUpOn: null };

interface FieldsProps {
  known: QuoteOnBoard;
  isMain: boolean;
  onRead: () => Promise<unknown>;
  onSaved: () => void;
}

function Fields({ known: { quote, annotation }, isMain, onRead, onSaved }: FieldsProps) {
  const { connectionId, id: quoteId } = quote;
  const stored = { note: annotation.note ?? '', followUpOn: annotation.followUpOn ?? '' };
  const [typed, setTyped] = useTypedState<Typed>(`quotes.note.${connectionId}.${quoteId}`, () => NOTHING);
  const note = typed.note ?? stored.note;
  const followUpOn = typed.followUpOn ?? stored.followUpOn;
  const save = useAct('quotes', 'annotate', {
    quiet: true,
    onSuccess: async () => {
      await onRead();
      setTyped(() => NOTHING);
      onSaved();
    },
  });
  const submit = () =>
    save.mutate({
      connectionId,
      quoteId,
      changes: {
        ...(note === stored.note ? {} : { note }),
        ...(followUpOn === stored.followUpOn ? {} : { followUpOn: isPlainDate(followUpOn) ? followUpOn : null }),
      },
    });
  const [isDay, setIsDay] = useState(true);
  const today = useToday();
  const kept = usePersonalKept();
  const audience = useAudience();
  const isLocked = annotation.isNoteLocked === true;
  return (
    <Stack gap="sm">
      {isLocked ? (
        <LockedKey what="The note is" />
      ) : annotation.note === null ? (
        <p className={styles.hint}>An earlier note can no longer be read: its key was not stored.</p>
      ) : null}
      <Textarea
        label="Note"
        data-autofocus
        rows={5}
        maxLength={MAX_CHARACTERS.text}
        value={note}
        // A new note would overwrite the stored note that cannot be decrypted now.
        disabled={isLocked && typed.note === null}
        onChange={(event) => setTyped(withField({ note: event.currentTarget.value }))}
      />
      <KeptNote kept={kept} />
      <DayField
        label="Follow up on"
        description={`On that day, “${FIRST_PAGE[audience]}” reminds you.`}
        value={isPlainDate(followUpOn) ? followUpOn : null}
        today={today}
        onChange={(day, isDay) => {
          setIsDay(isDay);
          // A text that means no day yet must not delete the stored day, which the field shows again when the person comes back.
          if (isDay) setTyped(withField({ followUpOn: day ?? '' }));
        }}
      />
      {save.error ? <ErrorNotice error={save.error} compact /> : null}
      <Group>
        <Button
          // On the page of a quote the main action is another one.
          variant={isMain ? 'filled' : 'default'}
          loading={save.isPending}
          disabled={!isDay}
          onClick={submit}
        >
          Save
        </Button>
      </Group>
    </Stack>
  );
}

const withField =
  (changes: Partial<Typed>) =>
  (known: Typed): Typed => ({ ...known, ...changes });
