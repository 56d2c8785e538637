/** The owner's note on a property. It stands on each of its offers in this language, until the owner empties it. */
import { Button, Textarea } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { MAX_CHARACTERS } from '../../../shared/input/max-input.ts';
import type { OfferLanguage } from '../../../shared/model/offer.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { keyOf, useAct, useAsk } from '../../ipc/client.ts';
import { useTypedState } from '../../ui/use-remembered-state.ts';

interface Props {
  connectionId: string;
  listingId: string;
  language: OfferLanguage;
  title: string;
}

export function PropertyNote({ connectionId, listingId, language, title }: Props) {
  const client = useQueryClient();
  const of = { connectionId, listingId, language };
  const note = useAsk('offers', 'propertyNote', of);
  const stored = note.data?.text ?? '';
  const [typed, setTyped] = useTypedState<string | null>(
    `offers.note.${connectionId}.${listingId}.${language}`,
    () => null,
  );
  const [isOpen, setIsOpen] = useState(false);
  // A notification tells an error, because the page may have been left.
  const save = useAct('offers', 'setPropertyNote', {
    onSuccess: (_nothing, { text }) => {
      client.setQueryData(keyOf('offers', 'propertyNote', of), { text });
      void client.invalidateQueries({ queryKey: ['offers', 'preview'] });
      // What was typed meanwhile is not stored yet.
      setTyped((known) => (known === text ? null : known));
    },
  });
  const store = useCallbackRef(() => {
    const isStoring = save.isPending && save.variables.text === typed;
    if (typed !== null && typed !== stored && !isStoring) save.mutate({ ...of, text: typed });
  });
  useEffect(() => store, [store]);
  if (!isOpen && stored === '' && typed === null)
    return (
      <Button size="compact-xs" variant="subtle" aria-label={`Add a note on ${title}`} onClick={() => setIsOpen(true)}>
        Add a note
      </Button>
    );
  return (
    <>
      <Textarea
        aria-label={`Note on ${title} for guests`}
        description="Stands on every offer of this property in this language."
        rows={2}
        autoFocus={isOpen && stored === ''}
        maxLength={MAX_CHARACTERS.line}
        value={typed ?? stored}
        onChange={({ currentTarget: { value } }) => setTyped(() => value)}
        onBlur={() => {
          setIsOpen(false);
          store();
        }}
      />
      {note.error ? <ErrorNotice error={note.error} compact /> : null}
    </>
  );
}
