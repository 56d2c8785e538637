/** The sender of all offers: name, logo and closing line. */
import { Button, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { MAX_CHARACTERS } from '../../../shared/input/max-input.ts';
import type { OfferSender } from '../../../shared/model/offer.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { keyOf, useAct, useAsk } from '../../ipc/client.ts';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

export function OffersSection() {
  const sender = useAsk('offers', 'sender', null);
  return (
    <SettingsSection name="offers">
      <p className={styles.text}>These stand on every offer that you send to a guest.</p>
      {sender.error ? <ErrorNotice error={sender.error} onRetry={() => void sender.refetch()} compact /> : null}
      {sender.data ? <SenderForm sender={sender.data} /> : null}
    </SettingsSection>
  );
}

function SenderForm({ sender }: { sender: OfferSender }) {
  const client = useQueryClient();
  const [name, setName] = useState(sender.name);
  const [closing, setClosing] = useState(sender.closing);
  const onSuccess = (saved: OfferSender) => {
    client.setQueryData(keyOf('offers', 'sender', null), saved);
    void client.invalidateQueries({ queryKey: ['offers', 'preview'] });
  };
  const save = useAct('offers', 'setSender', { quiet: true, onSuccess });
  const choose = useAct('offers', 'chooseLogo', { quiet: true, onSuccess });
  const remove = useAct('offers', 'removeLogo', { quiet: true, onSuccess });
  const isChanged = name !== sender.name || closing !== sender.closing;
  const error = save.error ?? choose.error ?? remove.error;
  return (
    <form
      className={styles.sender}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        save.mutate({ name, closing });
      }}
    >
      <TextInput
        label="Your name or company"
        maxLength={MAX_CHARACTERS.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Textarea
        label="Closing line"
        placeholder="Kind regards, in the language of the offer"
        rows={3}
        maxLength={MAX_CHARACTERS.line}
        value={closing}
        onChange={(event) => setClosing(event.currentTarget.value)}
      />
      <div className={styles.logo}>
        {sender.logo === null ? <span>No logo</span> : <img src={sender.logo} alt="Your logo" />}
        <Button size="compact-sm" loading={choose.isPending} onClick={() => choose.mutate(null)}>
          Choose a logo
        </Button>
        {sender.logo === null ? null : (
          <Button size="compact-sm" loading={remove.isPending} onClick={() => remove.mutate(null)}>
            Remove the logo
          </Button>
        )}
      </div>
      <div>
        <Button variant="filled" type="submit" loading={save.isPending} disabled={!isChanged}>
          Save
        </Button>
      </div>
      <p className={styles.dim} role="status">
        {save.isSuccess && !isChanged ? 'Saved.' : ''}
      </p>
      {error ? <ErrorNotice error={error} compact /> : null}
    </form>
  );
}
