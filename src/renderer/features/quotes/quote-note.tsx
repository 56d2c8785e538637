/** A note on a quote and the day to come back to it. They stay on this computer, the note encrypted. */
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_CHARACTERS } from '../../../shared/max-input.ts';
import type { QuoteOnBoard } from '../../../shared/model/quote-board.ts';
import { isPlainDate } from '../../../shared/plain-date.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { act, ask, quietly } from '../../ipc/client.ts';
import styles from './quotes.module.css';

export function QuoteNote({
  connectionId,
  quoteId,
  onSaved,
}: {
  connectionId: string;
  quoteId: string;
  onSaved: () => void;
}) {
  const read = useQuery(ask('quotes', 'get', { connectionId, quoteId }));
  if (read.error) return <ErrorNotice error={read.error} onRetry={() => void read.refetch()} />;
  return read.data ? <Fields key={quoteId} known={read.data} onSaved={onSaved} /> : null;
}

/** The note on the quote's own page, which stays open after saving. */
export function QuoteNoteSection({ connectionId, quoteId }: { connectionId: string; quoteId: string }) {
  const [isSaved, setIsSaved] = useState(false);
  return (
    <section className={styles.section} aria-labelledby="quote-note">
      <h3 id="quote-note" className={styles.sectionTitle}>
        Note and follow-up
      </h3>
      <QuoteNote connectionId={connectionId} quoteId={quoteId} onSaved={() => setIsSaved(true)} />
      <p className={styles.hint} role="status">
        {isSaved ? 'Saved.' : null}
      </p>
    </section>
  );
}

function Fields({ known: { quote, annotation }, onSaved }: { known: QuoteOnBoard; onSaved: () => void }) {
  const [note, setNote] = useState(annotation.note ?? '');
  const [followUpOn, setFollowUpOn] = useState(annotation.followUpOn ?? '');
  const save = useMutation({ ...quietly(act('quotes', 'annotate')), onSuccess: onSaved });
  const submit = () =>
    save.mutate({
      connectionId: quote.connectionId,
      quoteId: quote.id,
      changes: {
        ...(note === (annotation.note ?? '') ? {} : { note }),
        ...(followUpOn === (annotation.followUpOn ?? '')
          ? {}
          : { followUpOn: isPlainDate(followUpOn) ? followUpOn : null }),
      },
    });
  return (
    <Stack gap="sm">
      {annotation.note === null ? (
        <p className={styles.hint}>An earlier note cannot be read any more: its key was not stored.</p>
      ) : null}
      <Textarea
        label="Note"
        description="It stays on this computer, encrypted."
        data-autofocus
        rows={5}
        maxLength={MAX_CHARACTERS.quoteNote}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label="Follow up on"
        description="On that day, Overview reminds you."
        value={followUpOn}
        onChange={(event) => setFollowUpOn(event.currentTarget.value)}
      />
      {save.error ? <ErrorNotice error={save.error} compact /> : null}
      <Group>
        <Button loading={save.isPending} onClick={submit}>
          Save
        </Button>
      </Group>
    </Stack>
  );
}
