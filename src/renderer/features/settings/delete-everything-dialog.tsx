/** Asks a person to type a word before everything is deleted. */
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { DELETE_WORD } from '../../../shared/model/stored-data.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { act, quietly } from '../../ipc/client.ts';

export function DeleteEverythingDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const isWord = typed.trim().toLowerCase() === DELETE_WORD;
  const remove = useMutation({
    ...quietly(act('data', 'deleteEverything')),
    // The window's own storage has quotes that were not requested yet.
    onSuccess: () => window.localStorage.clear(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (isWord) remove.mutate({ word: DELETE_WORD });
  };
  return (
    <Modal opened onClose={onClose} title="Delete everything?">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <div>
            Connections with their secrets, quotes, guests, cases, tasks, recorded traffic, preferences and all backups
            are deleted from this computer. You cannot undo this. Nothing changes at the service.
          </div>
          <div>
            The memory of token requests goes, too: the app can no longer tell how many tokens were requested today, and
            the service may refuse the next ones.
          </div>
          <TextInput
            label={`Type “${DELETE_WORD}” to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={isChecked && !isWord ? `Type the word “${DELETE_WORD}”.` : null}
            autoComplete="off"
            data-autofocus
          />
          {remove.error ? <ErrorNotice error={remove.error} compact /> : null}
          {remove.isSuccess ? <div role="status">The app restarts now, and deletes everything.</div> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red.9" loading={remove.isPending} disabled={remove.isSuccess}>
              Delete and restart
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
