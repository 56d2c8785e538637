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
import type { GetInputPropsReturnType } from '@mantine/form';
import { type ReactNode, useEffect, useRef } from 'react';
import { AppError, isAppError } from '../../../../shared/app-error.ts';
import type { InputIssue } from '../../../../shared/errors.ts';
import { type AddressKey, BookingOption } from '../../../../shared/model/connection.ts';
import type { Preset } from '../../../../shared/model/operation.ts';
import { BOOKING_OPTION_NAMES } from '../../../../shared/text/api-names.ts';
import { OpenConnection } from '../../../actions/open-connection.tsx';
import { useAudience } from '../../../ipc/current.ts';
import { WORDS } from '../../../text/words.ts';
import { ProvenanceBadge } from '../../../ui/provenance-badge.tsx';
import { FINISHED_MS } from '../../../ui/typing-pause.ts';
import styles from '../connections.module.css';

/** Turns off autofill and correction, because the fields are for identifiers and secrets. */
const PLAIN = { autoComplete: 'off', spellCheck: false, autoCorrect: 'off', autoCapitalize: 'off' } as const;

/** A field for a client secret. `host` is the host that receives the secret; null when the form itself shows that address. */
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

/** Returns the message of a failed check; null when the check passed. */
export const issueOf = (checked: { ok: true } | { ok: false; message: string }): string | null =>
  checked.ok ? null : checked.message;

/** Returns the issues of an `invalidInput` by path, each with a link to the connection that it names; empty for any other error. */
export function issuesByPath(error: unknown): Record<string, ReactNode> {
  if (!isAppError(error, 'invalidInput')) return {};
  return Object.fromEntries(error.data.issues.map((issue) => [issue.path, shownIssue(issue)]));
}

const shownIssue = ({ message, connection }: InputIssue): ReactNode =>
  connection ? (
    <>
      {message} <OpenConnection connection={connection} />
    </>
  ) : (
    message
  );

export function clearStaleError({ isError, reset }: { isError: boolean; reset: () => void }): void {
  if (isError) reset();
}

/** Removes the issues that fields show from an error; null when nothing is left. */
export function remainingError(error: unknown, isShown: (path: string) => boolean): unknown {
  if (error === null || error === undefined) return null;
  if (!isAppError(error, 'invalidInput')) return error;
  const rest = error.data.issues.filter((issue) => !isShown(issue.path));
  const [first, ...others] = rest;
  return first ? new AppError('invalidInput', { issues: [first, ...others] }) : null;
}

const AFTER_BLUR_MS = 200;

interface CheckableForm {
  readonly errors: Readonly<Record<string, unknown>>;
  getInputProps(path: string): GetInputPropsReturnType;
  validateField(path: string): unknown;
}

/** Checks a field shortly after it lost the focus or typing paused, because an earlier message could move a button while a person presses it. */
export function useCheckedFields(form: CheckableForm): (path: string) => GetInputPropsReturnType {
  const timers = useRef(new Map<string, number>());
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running.values()) window.clearTimeout(timer);
    };
  }, []);
  return (path) => {
    const inputProps = form.getInputProps(path);
    const validateAfter = (ms: number) => {
      window.clearTimeout(timers.current.get(path));
      timers.current.set(
        path,
        // A change clears the error of its field. An error that is there now was set later, perhaps by main.
        window.setTimeout(() => path in latest.current.errors || latest.current.validateField(path), ms),
      );
    };
    return {
      ...inputProps,
      onChange: (change: unknown) => {
        inputProps.onChange(change);
        validateAfter(FINISHED_MS);
      },
      onBlur: (event: unknown) => {
        inputProps.onBlur?.(event);
        validateAfter(AFTER_BLUR_MS);
      },
    };
  };
}
