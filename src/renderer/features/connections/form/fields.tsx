/** Fields that several forms of this feature use. */
import {
  Group,
  PasswordInput,
  type PasswordInputProps,
  Select,
  type SelectProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { type AddressKey, BookingOption } from '../../../../shared/model/connection.ts';
import type { Preset } from '../../../../shared/model/operation.ts';
import { BOOKING_OPTION_NAMES } from '../../../../shared/text/api-names.ts';
import { useAudience } from '../../../ipc/use-audience.ts';
import { WORDS } from '../../../text/words.ts';
import { ProvenanceBadge } from '../../../ui/provenance-badge.tsx';
import styles from '../connections.module.css';

/** Turns off autofill and correction, because the fields are for identifiers and secrets. */
const PLAIN = { autoComplete: 'off', spellCheck: false, autoCorrect: 'off', autoCapitalize: 'off' } as const;

/** A field for a client secret. `host` is the host that receives the secret; null when the form shows its address. */
export function SecretField({ host = null, ...props }: PasswordInputProps & { host?: string | null }) {
  return (
    <PasswordInput
      label="Client Secret"
      description={`Entered once and never shown again.${host === null ? '' : ` It is sent to ${host} only.`}`}
      {...PLAIN}
      {...props}
      autoComplete="new-password"
    />
  );
}

export function ClientIdField(props: TextInputProps) {
  return <TextInput label="Client ID" {...PLAIN} {...props} />;
}

export function BookingOptionField(props: Omit<SelectProps, 'data'>) {
  return (
    <Select
      label="Booking option"
      description="As chosen when the Booking Engine API instance was created."
      data={BookingOption.options.map((value) => ({ value, label: BOOKING_OPTION_NAMES[value] }))}
      allowDeselect={false}
      {...props}
    />
  );
}

/** A field for an address with its provenance: the preset's provenance while it has the preset's address, else "yours". */
export function AddressField({
  addressKey,
  preset,
  value = '',
  ...props
}: { addressKey: AddressKey; preset: Preset | undefined; value?: string } & Omit<TextInputProps, 'value'>) {
  const suggested = preset?.addresses[addressKey];
  const untouched = suggested !== undefined && suggested.value !== null && value.trim() === suggested.value;
  return (
    <TextInput
      {...PLAIN}
      inputMode="url"
      placeholder="https://"
      label={WORDS[useAudience()].form.addresses[addressKey]}
      value={value}
      inputContainer={(input) => (
        <Group gap={8} wrap="nowrap" align="center">
          <div style={{ flex: 1, minWidth: 0 }}>{input}</div>
          <div className={styles.source}>
            <ProvenanceBadge
              provenance={untouched ? suggested.provenance : 'yours'}
              remark={untouched ? suggested.remark : undefined}
            />
          </div>
        </Group>
      )}
      {...props}
    />
  );
}
