/** The dialog for a new connection: service, addresses, Open API client and applications. Entered values stay after an error. */
import { Button, Group, Modal, Stack, Switch, Text, TextInput } from '@mantine/core';
import { type GetInputPropsReturnType, type UseFormReturnType, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ConnectionDraft } from '../../../../shared/model/connection-draft.ts';
import type { Preset } from '../../../../shared/model/operation.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { WhatIsThis } from '../../../actions/help/what-is-this.tsx';
import { useAct, useAnswer } from '../../../ipc/client.ts';
import { useAudience } from '../../../ipc/current.ts';
import { addressConnection } from '../../../ipc/window-connection.ts';
import { formatCount, formatNumber } from '../../../text/format.ts';
import { WORDS } from '../../../text/words.ts';
import { notify } from '../../../ui/notify.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import styles from '../connections.module.css';
import { ProtectionNotice } from '../credentials/protection-notice.tsx';
import { testAtOnce } from '../first-test.tsx';
import {
  AddressField,
  ClientIdField,
  clearStaleError,
  issuesByPath,
  remainingError,
  SecretField,
  useCheckedFields,
} from '../form/fields.tsx';
import { ApplicationsFields } from './applications-fields.tsx';
import {
  ADDRESS_KEYS,
  checkNewConnection,
  emptyApplication,
  managerValues,
  type NewConnectionValues,
  presetAddresses,
  switchPreset,
  toNewConnection,
  withDraft,
  withFileSecrets,
} from './new-connection-values.ts';

export function NewConnection({ onClose }: { onClose: () => void }) {
  const presets = useAnswer('connections', 'presets', null);
  const presetOf = (id: string) => presets.find((preset) => preset.id === id);
  const navigate = useNavigate();
  const audience = useAudience();
  const isManager = audience === 'managers';
  const words = WORDS[audience];
  const create = useAct('connections', 'create', {
    quiet: true,
    // `mutate()` cannot have this handler, because the new connection becomes the current one, which unmounts this component first.
    onSuccess: (connection) => {
      addressConnection(connection.id);
      if (isManager) testAtOnce.add(connection.id);
      const next = isManager ? 'it is being tested.' : 'nothing was sent yet.';
      notify('connection-added', 'Connection added', `${connection.name}: ${next}`);
      if (readDraft.data && usesSecretOf(readDraft.data, form.getValues())) remindToCleanUp(readDraft.data.file);
      void navigate({ to: '/connections', search: { id: connection.id } });
    },
  });
  const [confirmingDiscard, setConfirmingDiscard] = useState(false);
  const form = useForm<NewConnectionValues>({
    initialValues: {
      presetId: 'guesty',
      name: '',
      addresses: presetAddresses(presetOf('guesty')),
      withOpenApi: true,
      openApi: { clientId: '', clientSecret: '' },
      applications: isManager ? [emptyApplication(crypto.randomUUID())] : [],
    },
    validate: (typed) => checkNewConnection(isManager ? managerValues(typed) : typed, words.form.addresses),
    onValuesChange: () => clearStaleError(create),
  });
  const { values } = form;
  const readDraft = useAct('connections', 'readDraft', {
    quiet: true,
    onSuccess: (draft) => draft && form.setValues(withDraft(form.getValues(), draft, presetOf)),
  });
  const preset = presetOf(values.presetId);
  const focusFirst = (errors: Record<string, unknown>) => {
    const [path] = Object.keys(errors);
    const input = path ? form.getInputNode(path) : null;
    input?.focus({ preventScroll: true });
    // The footer covers the lower end of the form, so a field at the nearest edge could be hidden.
    input?.scrollIntoView?.({ block: 'center' });
  };
  const propsOf = useCheckedFields(form);
  const submit = form.onSubmit((typed) => {
    create.mutate(toNewConnection(isManager ? managerValues(typed) : typed), {
      onError: (error) => {
        const issues = issuesByPath(error);
        form.setErrors(issues);
        focusFirst(issues);
      },
    });
  }, focusFirst);
  const requestClose = () => (form.isDirty() && !confirmingDiscard ? setConfirmingDiscard(true) : onClose());
  const formError = remainingError(create.error, (path) => path in form.errors);
  const addresses = <AddressSection form={form} preset={preset} propsOf={propsOf} />;
  return (
    <Modal opened onClose={requestClose} title="Add a connection" size={760} closeOnClickOutside={false}>
      <form onSubmit={submit} noValidate>
        <Stack gap="xl">
          <section className={styles.section}>
            <ServiceChoice form={form} presetOf={presetOf} />
            <Group gap="xs">
              <Button size="compact-sm" loading={readDraft.isPending} onClick={() => readDraft.mutate(null)}>
                Fill in from a file of Postman, Insomnia, Bruno or Yaak
              </Button>
            </Group>
            {readDraft.error ? <ErrorNotice error={readDraft.error} compact /> : null}
            {readDraft.data ? (
              <DraftNote
                draft={readDraft.data}
                isUsed={usesSecretOf(readDraft.data, values)}
                onUse={(draft) => form.setValues(withFileSecrets(form.getValues(), draft))}
              />
            ) : null}
            <TextInput label="Name" placeholder="Harbour Stays, production" data-autofocus {...propsOf('name')} />
          </section>
          {isManager ? null : addresses}
          <section className={styles.section} aria-labelledby="new-open-api">
            <Group justify="space-between">
              <Group gap={4}>
                <h3 id="new-open-api">{words.form.account}</h3>
                <WhatIsThis part="client-id-and-client-secret" about={words.form.account} leadsOn={false} />
              </Group>
              {isManager ? null : (
                <Switch label="Use the Open API" {...form.getInputProps('withOpenApi', { type: 'checkbox' })} />
              )}
            </Group>
            {values.withOpenApi ? (
              <div className={styles.pair}>
                <ClientIdField
                  {...propsOf('openApi.clientId')}
                  description="The public part of the client credentials."
                />
                <SecretField {...propsOf('openApi.clientSecret')} />
              </div>
            ) : null}
            {isManager ? <WhereToFind /> : null}
          </section>
          <ApplicationsFields form={form} propsOf={propsOf} />
          {isManager ? addresses : null}
          <ProtectionNotice />
          {formError ? <ErrorNotice error={formError} /> : null}
          <Footer
            isConfirming={confirmingDiscard}
            isCreating={create.isPending}
            submit={isManager ? 'Save and test' : 'Add connection'}
            onKeep={() => setConfirmingDiscard(false)}
            onDiscard={onClose}
            onCancel={requestClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

interface ServiceProps {
  form: UseFormReturnType<NewConnectionValues>;
  presetOf: (id: string) => Preset | undefined;
}

/** The choice of the service, which also fills in the service's addresses. */
function ServiceChoice({ form, presetOf }: ServiceProps) {
  const { presetId, addresses } = form.values;
  const preset = presetOf(presetId);
  return (
    <>
      <SegmentedControl
        aria-label="Service"
        fullWidth
        data={[
          { value: 'guesty', label: presetOf('guesty')?.name ?? 'Guesty' },
          { value: 'custom', label: presetOf('custom')?.name ?? 'Custom' },
        ]}
        value={presetId}
        onChange={(id) => {
          form.setFieldValue('addresses', switchPreset(addresses, preset, presetOf(id)));
          form.setFieldValue('presetId', id === 'custom' ? 'custom' : 'guesty');
        }}
      />
      <Text size="sm" c="dimmed">
        {preset?.remark}
      </Text>
    </>
  );
}

interface AddressProps {
  form: UseFormReturnType<NewConnectionValues>;
  preset: Preset | undefined;
  propsOf: (path: string) => GetInputPropsReturnType;
}

function AddressSection({ form, preset, propsOf }: AddressProps) {
  const audience = useAudience();
  const words = WORDS[audience];
  const isCustom = form.values.presetId === 'custom';
  const hasIssue = ADDRESS_KEYS.some((key) => `addresses.${key}` in form.errors);
  const fields = (
    <>
      <Text size="sm" c="dimmed">
        {words.form.addressesAbout}
      </Text>
      {ADDRESS_KEYS.map((key) => (
        <AddressField key={key} addressKey={key} preset={preset} {...propsOf(`addresses.${key}`)} />
      ))}
    </>
  );
  return audience === 'managers' ? (
    // They come with the service, so a manager sees them only where one is missing or wrong.
    <details key={`${isCustom} ${hasIssue}`} open={isCustom || hasIssue}>
      <summary>Addresses of the service</summary>
      <Stack gap="sm" mt="sm">
        {fields}
      </Stack>
    </details>
  ) : (
    <section className={styles.section} aria-labelledby="new-addresses">
      <h3 id="new-addresses">Addresses</h3>
      {fields}
    </section>
  );
}

/** Says that a file has filled in the form, and where the file has secrets in plain text. */
function DraftNote({ draft, isUsed, onUse }: DraftNoteProps) {
  const { format, file, secretsInFile, openApiSecret, applicationSecret } = draft;
  const usable = [openApiSecret, applicationSecret].filter((secret) => secret !== null).length;
  return (
    <>
      <Text size="sm" role="status">
        Filled in from a file of {format}.{' '}
        {secretsInFile === 0 ? (
          'It has no Client Secret: type it below.'
        ) : (
          <>
            It has {formatCount(secretsInFile, 'Client Secret')} in plain text
            {isUsed
              ? `. The app uses ${usable < secretsInFile ? `only ${formatNumber(usable)} of them (type another below)` : 'what it needs'}, without showing it here. Once the connection is saved, `
              : ', not read into this form. Type what you need below, then '}
            delete the file or take the secrets out of it: <bdi className="lk-mono">{file}</bdi>
          </>
        )}
      </Text>
      {usable > 0 && !isUsed ? (
        <Group gap="xs">
          <Button size="compact-sm" onClick={() => onUse(draft)}>
            Use the secret in this file
          </Button>
        </Group>
      ) : null}
    </>
  );
}

interface DraftNoteProps {
  draft: ConnectionDraft;
  /** True when the form uses a client secret from the file that the draft was read from. */
  isUsed: boolean;
  onUse: (draft: ConnectionDraft) => void;
}

/** Whether the form uses a client secret from the file that the draft was read from. */
const usesSecretOf = (
  { openApiSecret, applicationSecret }: ConnectionDraft,
  { openApi, applications }: NewConnectionValues,
) =>
  [openApi, ...applications].some(
    ({ clientSecret }) => clientSecret !== '' && [openApiSecret, applicationSecret].includes(clientSecret),
  );

/** Names the place of a file whose secret is now in the vault, until a person closes the notice. */
function remindToCleanUp(file: string): void {
  notifications.show({
    title: 'The Client Secret still stands in a file',
    message: `Delete the file or take the secret out of it: ${file}`,
    autoClose: false,
    color: 'orange',
  });
}

/** Says where a manager finds the Client IDs and secrets (service.md §2). */
function WhereToFind() {
  return (
    <details>
      <summary>Where do I find these?</summary>
      <Text size="sm" c="dimmed" mt={6}>
        Sign in to your account at the service and open its integrations. The Open API has a Client ID and a Client
        Secret for the account; each Booking Engine API instance has a pair of its own, which is the booking channel
        here. The service shows a secret only once, when it is made: if nobody kept it, make a new one there.
      </Text>
    </details>
  );
}

interface FooterProps {
  /** True while the person is asked whether to discard the form. */
  isConfirming: boolean;
  isCreating: boolean;
  /** The label of the button that saves. */
  submit: string;
  onKeep: () => void;
  onDiscard: () => void;
  onCancel: () => void;
}

function Footer({ isConfirming, isCreating, submit, onKeep, onDiscard, onCancel }: FooterProps) {
  return (
    <div className={styles.footer}>
      {isConfirming ? (
        <>
          <Text fw={600} role="alert" mr="auto">
            Discard what you typed?
          </Text>
          <Button onClick={onKeep}>Keep editing</Button>
          <Button variant="filled" color="red.9" onClick={onDiscard}>
            Discard
          </Button>
        </>
      ) : (
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="filled" type="submit" loading={isCreating}>
            {submit}
          </Button>
        </>
      )}
    </div>
  );
}
