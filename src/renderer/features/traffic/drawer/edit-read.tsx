/** The form “Edit and send again” of a recorded GET: its query parameters and headers. Main checks the address and sends the request. */
import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isRedacted } from '../../../../shared/doctor/redaction-marks.ts';
import { MAX_CHARACTERS, MAX_ENTRIES } from '../../../../shared/input/max-input.ts';
import type { Exchange } from '../../../../shared/model/traffic.ts';
import { mayAddHeader, OPERATION_HEADERS } from '../../../../shared/request/operation-headers.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { act, quietly } from '../../../ipc/client.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconPlus, IconX } from '../../../ui/icons.ts';
import styles from './edit-read.module.css';

/** A line of the form. `key` identifies it, because several lines may have the same name. */
interface Line {
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

const linesOf = (pairs: Iterable<readonly [string, string]>): Line[] =>
  [...pairs].map(([name, value], key) => ({ key, name, value }));

/** Names the problem of a line; null when it can be sent. */
function issueOf({ name, value }: Line, isHeader: boolean): string | null {
  if (name.trim() === '') return 'Enter a name, or remove the line.';
  if (isHeader && !mayAddHeader(name.trim())) return 'This header cannot be added.';
  return isRedacted(value) ? 'The value was not recorded. Enter it, or remove the line.' : null;
}

export interface EditReadProps {
  readonly exchange: Exchange;
  readonly onSent: (exchangeId: string) => void;
  readonly onCancel: () => void;
}

export function EditRead({ exchange, onSent, onCancel }: EditReadProps) {
  const url = new URL(exchange.url);
  const [query, setQuery] = useState(() => linesOf(url.searchParams));
  const [headers, setHeaders] = useState(() => linesOf(exchange.requestHeaders.filter(([name]) => mayAddHeader(name))));
  const [isChecked, setIsChecked] = useState(false);
  const send = useMutation(
    quietly({ ...act('traffic', 'resend'), onSuccess: ({ exchangeId }: { exchangeId: string }) => onSent(exchangeId) }),
  );
  const isWrong = query.some((line) => issueOf(line, false)) || headers.some((line) => issueOf(line, true));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (isWrong) return;
    const pairs = (lines: readonly Line[]) => lines.map(({ name, value }): [string, string] => [name.trim(), value]);
    send.mutate({ id: exchange.id, query: pairs(query), headers: pairs(headers) });
  };
  return (
    <form className={styles.form} aria-label="Edit and send again" onSubmit={submit} noValidate>
      <p className={styles.address}>
        GET {url.origin}
        {url.pathname}
      </p>
      <Lines
        title="Query parameters"
        one="parameter"
        lines={query}
        max={MAX_ENTRIES.fields}
        maxValue={MAX_CHARACTERS.line}
        isChecked={isChecked}
        isHeader={false}
        onChange={setQuery}
      />
      <Lines
        title="Headers"
        one="header"
        lines={headers}
        max={MAX_ENTRIES.fields}
        maxValue={MAX_CHARACTERS.text}
        isChecked={isChecked}
        isHeader
        onChange={setHeaders}
      />
      <Text size="xs" c="dimmed">
        The request goes the usual way: the app adds its token, waits for the rate limit, and records the exchange. A
        403 requests no new token.
      </Text>
      {send.error ? <ErrorNotice error={send.error} compact /> : null}
      <Group gap="xs" mt="xs">
        <Button variant="filled" type="submit" size="compact-sm" loading={send.isPending}>
          Send
        </Button>
        <Button size="compact-sm" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}

interface LinesProps {
  title: string;
  one: string;
  lines: readonly Line[];
  max: number;
  maxValue: number;
  isChecked: boolean;
  isHeader: boolean;
  onChange: (lines: Line[]) => void;
}

function Lines({ title, one, lines, max, maxValue, isChecked, isHeader, onChange }: LinesProps) {
  const edit = (key: number, changes: Partial<Line>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...changes } : line)));
  const nextKey = Math.max(-1, ...lines.map(({ key }) => key)) + 1;
  return (
    <fieldset className={styles.lines}>
      <legend>{title}</legend>
      {lines.map((line, at) => {
        const issue = isChecked || isRedacted(line.value) ? issueOf(line, isHeader) : null;
        const which = `${one} ${at + 1}`;
        return (
          <div key={line.key} className={styles.line}>
            <TextInput
              size="xs"
              aria-label={`Name of ${which}`}
              value={line.name}
              maxLength={MAX_CHARACTERS.name}
              spellCheck={false}
              list={isHeader ? 'edit-read-headers' : undefined}
              onChange={(event) => edit(line.key, { name: event.currentTarget.value })}
            />
            <TextInput
              size="xs"
              aria-label={`Value of ${which}: ${line.name}`}
              value={line.value}
              maxLength={maxValue}
              spellCheck={false}
              error={issue}
              onChange={(event) => edit(line.key, { value: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${which}: ${line.name}`}
              onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}
            >
              <IconX size={15} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      {isHeader ? (
        <datalist id="edit-read-headers">
          {OPERATION_HEADERS.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      ) : null}
      <IconButton
        size="compact-xs"
        variant="subtle"
        Icon={IconPlus}
        disabled={lines.length >= max}
        onClick={() => onChange([...lines, { key: nextKey, name: '', value: '' }])}
      >
        Add a {one}
      </IconButton>
    </fieldset>
  );
}
