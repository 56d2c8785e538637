/** A form that sets the passphrase of the lock, or changes it. */
import { Button, PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type LockState, MIN_PASSPHRASE } from '../../shared/model/lock.ts';
import { useAct } from '../ipc/client.ts';
import { focusFirstIssue } from '../ui/focus-first-issue.ts';
import { ErrorNotice } from './error-notice.tsx';

interface Props {
  /** True when there is a passphrase already; the person must enter it to change it. */
  readonly hasFormer: boolean;
  readonly submit: string;
  readonly onDone: (state: LockState) => void;
}

const EMPTY = { current: '', passphrase: '', again: '' };

export function NewPassphrase({ hasFormer, submit, onDone }: Props) {
  const [typed, setTyped] = useState(EMPTY);
  const [isChecked, setChecked] = useState(false);
  const set = useAct('lock', 'setPassphrase', {
    quiet: true,
    onSuccess(state) {
      setTyped(EMPTY);
      setChecked(false);
      onDone(state);
    },
  });
  const tooShort = [...typed.passphrase].length < MIN_PASSPHRASE ? `Use ${MIN_PASSPHRASE} characters or more.` : null;
  const differs = typed.again === typed.passphrase ? null : 'This differs from the passphrase above.';
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (tooShort ?? differs) return focusFirstIssue(event.currentTarget);
    set.mutate({ current: hasFormer ? typed.current : null, passphrase: typed.passphrase });
  };
  const field = (name: keyof typeof EMPTY, label: string, error: string | null = null) => (
    <PasswordInput
      label={label}
      autoComplete="off"
      value={typed[name]}
      error={isChecked ? error : null}
      onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
    />
  );
  return (
    <form aria-label={submit} onSubmit={save} noValidate style={{ width: 'min(360px, 100%)' }}>
      <Stack gap="sm" my="sm">
        {hasFormer
          ? field('current', 'Passphrase now', typed.current === '' ? 'Type the passphrase of now.' : null)
          : null}
        {field('passphrase', hasFormer ? 'New passphrase' : 'Passphrase', tooShort)}
        {field('again', 'The same again', differs)}
        <Button type="submit" loading={set.isPending} style={{ alignSelf: 'flex-start' }}>
          {submit}
        </Button>
        {set.error ? <ErrorNotice error={set.error} compact /> : null}
      </Stack>
    </form>
  );
}
