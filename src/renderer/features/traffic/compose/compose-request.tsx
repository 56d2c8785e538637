/** Composes a request that is sent with the token of the connection: chosen from the known ones, read from a curl command, or typed. */
import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isAppError } from '../../../../shared/app-error.ts';
import { ADDRESS_KEYS } from '../../../../shared/connection/account.ts';
import { isRedacted } from '../../../../shared/doctor/redaction-marks.ts';
import { MAX_CHARACTERS } from '../../../../shared/input/max-input.ts';
import { type KnownRequest, type ReadRequest, RequestMethod } from '../../../../shared/model/custom-request.ts';
import { Api } from '../../../../shared/model/primitives.ts';
import { API_NAMES } from '../../../../shared/text/api-names.ts';
import { ConfirmDialog } from '../../../actions/confirm-dialog.tsx';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { keyOf, useAct, useAsk } from '../../../ipc/client.ts';
import { useConnection } from '../../../ipc/current.ts';
import { textOfError } from '../../../text/error-text.ts';
import { notify } from '../../../ui/notify.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Select } from '../../../ui/select.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import styles from './compose-request.module.css';

const EMPTY: ReadRequest = { api: 'openApi', method: 'GET', path: '/', body: null };

interface Props {
  /** The exchange from which the form is filled in; null for an empty form. */
  exchangeId: string | null;
  onSent: (exchangeId: string) => void;
  onClose: () => void;
}

export function ComposeRequest({ exchangeId, onSent, onClose }: Props) {
  const read = useAsk('requests', 'fromExchange', { id: exchangeId ?? '' }, { enabled: exchangeId !== null });
  return (
    <SideDrawer opened onClose={onClose} width={620} title="New request">
      {read.error ? <ErrorNotice error={read.error} compact /> : null}
      {exchangeId !== null && read.isPending ? null : <Form start={read.data ?? EMPTY} onSent={onSent} />}
    </SideDrawer>
  );
}

function Form({ start, onSent }: { start: ReadRequest; onSent: (exchangeId: string) => void }) {
  const { id: connectionId, addresses } = useConnection();
  const [request, setRequest] = useState(start);
  const [name, setName] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const send = useSend(onSent);
  const { api, method, body } = request;
  const isWrite = method !== 'GET';
  const path = pathToSend(request.path);
  const issue = issueOf(request);
  const change = (changes: Partial<ReadRequest>) => setRequest((known) => ({ ...known, ...changes }));
  const sendNow = () => {
    setIsConfirming(false);
    send.mutate({ connectionId, api, method, path, body: isWrite ? body : null });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (issue !== null) return;
    if (isWrite) setIsConfirming(true);
    else sendNow();
  };
  const address = `${addresses[ADDRESS_KEYS[api].base] ?? '(no address)'}${path}`;
  return (
    <form className={styles.form} aria-label="New request" onSubmit={submit} noValidate>
      <KnownRequests
        onChoose={(chosen, ownName) => {
          setRequest(chosen);
          setName(ownName);
        }}
      />
      <FromCurl connectionId={connectionId} onRead={setRequest} />
      <SegmentedControl
        aria-label="API"
        data={Api.options.map((value) => ({ value, label: API_NAMES[value] }))}
        value={api}
        onChange={(value) => change({ api: value as Api })}
      />
      <div className={styles.line}>
        <Select
          label="Method"
          data={RequestMethod.options}
          value={method}
          allowDeselect={false}
          onChange={(value) => change({ method: RequestMethod.options.find((one) => one === value) ?? 'GET' })}
        />
        <TextInput
          label="Path and query"
          description="Fill in the parts in {braces}. Parameters without a value are left out."
          value={request.path}
          maxLength={MAX_CHARACTERS.line}
          spellCheck={false}
          error={isChecked ? issue : null}
          onChange={(event) => change({ path: event.currentTarget.value })}
        />
      </div>
      {isWrite ? (
        <Textarea
          label="Body (JSON)"
          rows={6}
          maxLength={MAX_CHARACTERS.bodyTemplate}
          spellCheck={false}
          value={body ?? ''}
          onChange={(event) => change({ body: event.currentTarget.value === '' ? null : event.currentTarget.value })}
        />
      ) : null}
      <p className={styles.address}>
        {method} {address}
      </p>
      <Text size="xs" c="dimmed">
        The app adds its token, and sends nothing without one. It requests no token for this. The request waits for the
        rate limit; if you close this form meanwhile, it is not sent. It is sent once, and Traffic has it.
      </Text>
      {send.error ? <ErrorNotice error={send.error} compact /> : null}
      <Group gap="xs">
        <Button variant="filled" type="submit" loading={send.isPending}>
          {isWrite ? 'Look at it and send' : 'Send'}
        </Button>
      </Group>
      <KeepRequest request={request} name={name} onName={setName} />
      {isConfirming ? (
        <ConfirmDialog
          title="Send this write?"
          confirm={`Send the ${method} once`}
          onConfirm={sendNow}
          onClose={() => setIsConfirming(false)}
        >
          <p className={styles.address}>
            {method} {address}
          </p>
          <pre className={styles.body}>{body ?? 'No body'}</pre>
          It may change bookings or prices in the account. It is sent once and never again, even if its answer is lost.
        </ConfirmDialog>
      ) : null}
    </form>
  );
}

/** Sends the request. Leaving the form withdraws a request that still waits; a notification then says whether it was sent. */
function useSend(onSent: (exchangeId: string) => void) {
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);
  return useAct('requests', 'send', {
    quiet: true,
    abortsOnLeave: true,
    onSuccess: ({ exchangeId }, { method, path }) => {
      if (!hasLeft.current) onSent(exchangeId);
      else notify('composed', 'The request was already sent', `${method} ${path}: its answer is in Traffic.`);
    },
    onError: (error, { method, path }) => {
      if (!hasLeft.current) return;
      // A read may be cancelled on its way; a write is then of unknown outcome, which is another error.
      if (isAppError(error, 'cancelled') && method !== 'GET')
        notify('composed', 'The request was not sent', `${method} ${path} still waited when you closed the form.`);
      else notify('composed', `${method} ${path}`, textOfError(error).sentence);
    },
  });
}

/** The known requests. `onChoose` also gets the name under which a person has kept the request; empty for a request that nobody kept. */
function KnownRequests({ onChoose }: { onChoose: (chosen: ReadRequest, ownName: string) => void }) {
  const known = useAsk('requests', 'list', null).data ?? [];
  const choose = (at: string | null) => {
    const one = known[Number(at)];
    if (at === null || !one) return;
    const query = one.query.map((parameter) => `${parameter}=`).join('&');
    const path = `${one.path}${query === '' ? '' : `?${query}`}`;
    onChoose({ api: one.api, method: one.method, path, body: null }, one.provenance === 'yours' ? one.name : '');
  };
  return (
    <Select
      label="Known request"
      placeholder="Search by name or path"
      searchable
      clearable
      limit={100}
      data={known.map((one, at) => ({
        value: String(at),
        label: `${one.name}: ${one.method} ${one.path} (${API_NAMES[one.api]}, ${originOf(one)})`,
      }))}
      onChange={choose}
    />
  );
}

interface KeepRequestProps {
  request: ReadRequest;
  name: string;
  onName: (name: string) => void;
}

/** Keeps the request among the known ones, under a name, or removes it from them. */
function KeepRequest({ request, name, onName }: KeepRequestProps) {
  const client = useQueryClient();
  const known = useAsk('requests', 'list', null).data ?? [];
  const stored = {
    quiet: true,
    onSuccess: (all: KnownRequest[]) => client.setQueryData(keyOf('requests', 'list', null), all),
  };
  const save = useAct('requests', 'save', stored);
  const remove = useAct('requests', 'remove', stored);
  const own = known.find((one) => one.provenance === 'yours' && one.name === name.trim());
  return (
    <>
      <div className={styles.keep}>
        <TextInput
          label="Keep this request as"
          placeholder="A name"
          maxLength={MAX_CHARACTERS.label}
          value={name}
          onChange={(event) => onName(event.currentTarget.value)}
        />
        <Group gap="xs" align="end">
          <Button
            disabled={name.trim() === ''}
            loading={save.isPending}
            onClick={() => save.mutate({ name, ...partsOf(request) })}
          >
            {own ? 'Replace' : 'Keep'}
          </Button>
          {own ? (
            <Button loading={remove.isPending} onClick={() => remove.mutate({ name: own.name })}>
              Remove
            </Button>
          ) : null}
        </Group>
      </div>
      {(save.error ?? remove.error) ? <ErrorNotice error={save.error ?? remove.error} compact /> : null}
    </>
  );
}

/** Reads a curl command. Main takes its method, path and body, and drops its headers. */
function FromCurl({ connectionId, onRead }: { connectionId: string; onRead: (request: ReadRequest) => void }) {
  const [text, setText] = useState('');
  const read = useAct('requests', 'fromCurl', { quiet: true, onSuccess: onRead });
  return (
    <>
      <Textarea
        label="Or paste a curl command"
        description="Its token and other headers are left out."
        rows={2}
        maxLength={MAX_CHARACTERS.body}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button
          size="compact-sm"
          disabled={text.trim() === ''}
          loading={read.isPending}
          onClick={() => read.mutate({ connectionId, text })}
        >
          Read it
        </Button>
      </Group>
      {read.error ? <ErrorNotice error={read.error} compact /> : null}
    </>
  );
}

const originOf = ({ provenance, section }: KnownRequest): string =>
  section === null ? 'yours' : `${provenance}, service.md ${section}`;

/** Splits a path from its query, which begins after the first question mark. */
function halvesOf(text: string): readonly [path: string, query: string] {
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(text.trim()) ?? [];
  return [path, query];
}

/** Returns the path without the parameters that have no value. */
export function pathToSend(text: string): string {
  const [path, query] = halvesOf(text);
  const parameters = query.split('&').filter((one) => one !== '' && !/^[^=]*=$/.test(one));
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}

export function issueOf({ path, body, method }: ReadRequest): string | null {
  const [missing] = /\{[^{}]*\}/.exec(halvesOf(path)[0]) ?? [];
  if (missing !== undefined) return `Fill in ${missing}.`;
  if (!path.trim().startsWith('/')) return 'A path begins with /.';
  if (isRedacted(path) || (method !== 'GET' && isRedacted(body ?? '')))
    return 'A value was not recorded. Enter it in place of the mark in brackets.';
  return null;
}

/** The parts of a request that are kept: its parameters by name only. */
function partsOf({ api, method, path }: ReadRequest) {
  const [bare, query] = halvesOf(path);
  const names = query.split('&').map((one) => one.split('=', 1)[0] ?? '');
  return { api, method, path: bare, query: names.filter(Boolean) };
}
