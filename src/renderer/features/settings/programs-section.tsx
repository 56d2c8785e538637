/** The programs of this computer that use the app instead of the service: their rights and use, a form for a new key, and Revoke. */
import { Alert, Button, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  HTTP_PORT,
  HttpPort,
  NEW_PROGRAM,
  NewProgram,
  type Program,
  type ProgramLevel,
  type ProgramsSnapshot,
  programTask,
} from '../../../shared/model/program.ts';
import { ConfirmDialog } from '../../actions/confirm-dialog.tsx';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { keyOf, useAct, useAsk } from '../../ipc/client.ts';
import { useConnection } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatInstant, formatNumber } from '../../text/format.ts';
import { CountInput } from '../../ui/count-input.tsx';
import { focusFirstIssue } from '../../ui/focus-first-issue.ts';
import { CommandOnPathPart } from './command-on-path.tsx';
import { usePolicies } from './policies-section.tsx';
import styles from './settings.module.css';
import { Choice, Path, SettingsSection, useDesktopSwitch } from './settings-section.tsx';

export function ProgramsSection() {
  const { id: connectionId } = useConnection();
  const programs = useAsk('programs', 'list', null, { refetchOnMount: 'always' });
  const connections = useAsk('connections', 'list', null);
  const revoke = useAct('programs', 'revoke', { quiet: true, onSuccess: () => setRevoked(null) });
  const resume = useAct('programs', 'resume', { quiet: true });
  /** The program that the dialog asks about; null while the dialog is closed. */
  const [revoked, setRevoked] = useState<Program | null>(null);
  const isOff = usePolicies().programs === 'off';
  const nameOf = (id: string) => connections.data?.connections.find((one) => one.id === id)?.name ?? 'A connection';
  const { programs: all = [], refusal = null } = programs.data ?? {};
  return (
    <SettingsSection name="programs">
      <p className={styles.text}>
        Scripts and other programs on this computer can ask this app while it runs. It sends their requests with its own
        access, after yours, and no faster than the service allows. A program never gets that access itself, and it
        cannot book.
      </p>
      {refusal === null ? null : (
        <Alert className="lk-alert-warn" my="sm" p="sm">
          Programs cannot reach the app at present: {refusal}.
        </Alert>
      )}
      {programs.error ? <ErrorNotice error={programs.error} onRetry={() => void programs.refetch()} compact /> : null}
      {programs.data && all.length === 0 ? <p className={styles.dim}>No program may use the app yet.</p> : null}
      {all.length === 0 ? null : (
        <ul className={styles.guests} aria-label="Programs">
          {all.map((program) => (
            <li key={program.id}>
              <span className={styles.guest}>
                <bdi>{program.name}</bdi>
                <span className={styles.guestAbout}>
                  <bdi>{nameOf(program.connectionId)}</bdi> · {rightsOf(program)}
                  <br />
                  {useOf(program)}
                  {program.pausedAt === null
                    ? null
                    : ` · paused ${formatInstant(program.pausedAt)}, after 20 refusals in a minute`}
                  {program.connectionId === connectionId ? (
                    <>
                      {' · '}
                      <PageLink
                        to="/traffic"
                        search={{ taskId: programTask(program.id) }}
                        fz="inherit"
                        underline="always"
                      >
                        Traffic
                      </PageLink>
                    </>
                  ) : null}
                </span>
              </span>
              {program.pausedAt === null ? null : (
                <Button
                  size="compact-xs"
                  aria-label={`Resume ${program.name}`}
                  loading={resume.isPending && resume.variables.id === program.id}
                  onClick={() => resume.mutate({ id: program.id })}
                >
                  Resume
                </Button>
              )}
              <Button size="compact-xs" aria-label={`Revoke ${program.name}`} onClick={() => setRevoked(program)}>
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      {resume.error ? <ErrorNotice error={resume.error} compact /> : null}
      {isOff ? null : (
        <>
          <NewKey />
          {programs.data ? <HttpServer http={programs.data.http} /> : null}
          <CommandOnPathPart />
          <div className={styles.kept}>
            <KeepRunning />
          </div>
        </>
      )}
      {revoked === null ? null : (
        <ConfirmDialog
          title={`Revoke “${revoked.name}”?`}
          confirm="Revoke"
          keep="Keep it"
          mutation={revoke}
          onConfirm={() => revoke.mutate({ id: revoked.id })}
          onClose={() => setRevoked(null)}
        >
          It can ask nothing any more, and its pending requests are cancelled. You cannot undo this, but you can make a
          new key.
        </ConfirmDialog>
      )}
    </SettingsSection>
  );
}

/** The switch by which the app stays for programs when its last window is closed. */
function KeepRunning() {
  const switchOf = useDesktopSwitch();
  return (
    <Choice
      label="Keep running for programs"
      about="When you close the last window, the app stays in the tray. Otherwise the next command starts it, and it ends after 15 minutes without one."
      {...switchOf('programs')}
    />
  );
}

/** The switch of the local HTTP server. Main asks the person before it is turned on. */
function HttpServer({ http: { port, refusal } }: { http: ProgramsSnapshot['http'] }) {
  const client = useQueryClient();
  const set = useAct('programs', 'setHttp', {
    quiet: true,
    onSuccess: (snapshot) => client.setQueryData(keyOf('programs', 'list', null), snapshot),
  });
  const [typed, setTyped] = useState(String(HTTP_PORT));
  const wanted = HttpPort.safeParse(wholeNumber(typed)).data ?? null;
  return (
    <div className={styles.decision}>
      <Choice
        label="Answer over HTTP, too"
        about="For clients that can only send HTTP. Each needs a key; pages in a browser are refused."
        checked={port !== null}
        disabled={set.isPending || (port === null && wanted === null)}
        onChange={(isOn) => set.mutate({ port: isOn ? wanted : null })}
      />
      {port === null ? (
        <CountInput
          label="Port"
          min={1_024}
          max={65_535}
          value={typed}
          onChange={setTyped}
          error={wanted === null ? 'A whole number from 1,024 to 65,535' : null}
        />
      ) : (
        <Path path={`http://127.0.0.1:${port}/open`} label="Copy the address of the Open API" />
      )}
      {refusal === null ? null : (
        <Alert className="lk-alert-warn" mt="sm" p="sm">
          The server does not listen: {refusal}.
        </Alert>
      )}
      {set.error ? <ErrorNotice error={set.error} compact /> : null}
    </div>
  );
}

const LEVEL_TEXTS: Record<ProgramLevel, string> = {
  read: 'only reads',
  quote: 'reads and makes quotes',
  prepare: 'reads, makes quotes and fills in booking forms',
};

function rightsOf({ hasKey, level, guestData, paths, expiresAt }: Program): string {
  return [
    hasKey ? 'has a key' : 'allowed without a key',
    LEVEL_TEXTS[level],
    guestData ? 'reads guests’ data' : 'guests are redacted',
    ...(paths.length === 0 ? [] : [formatCount(paths.length, 'more path')]),
    `${expiresAt > Date.now() ? 'expires' : 'expired'} ${formatInstant(expiresAt)}`,
  ].join(', ');
}

const useOf = ({ lastAt, usedToday, perDay, issuances }: Program): string =>
  [
    lastAt === null ? 'not used yet' : `last used ${formatInstant(lastAt)}`,
    `${formatNumber(usedToday)} of ${formatCount(perDay, 'request')} in 24 hours`,
    issuances === 0 ? 'caused no token' : `caused ${formatCount(issuances, 'token')}`,
  ].join(', ');

const COUNTS = [
  { key: 'perDay', label: 'Requests in 24 hours', min: 1, max: 100_000 },
  { key: 'concurrent', label: 'At the same time', min: 1, max: 16 },
  { key: 'days', label: 'Days until it expires', min: 1, max: 366 },
] as const;
type CountKey = (typeof COUNTS)[number]['key'];

const START = {
  name: '',
  level: NEW_PROGRAM.level as ProgramLevel,
  guestData: NEW_PROGRAM.guestData as boolean,
  paths: '',
  perDay: String(NEW_PROGRAM.perDay),
  concurrent: String(NEW_PROGRAM.concurrent),
  days: String(NEW_PROGRAM.days),
};

/** The form for a program with a key. */
function NewKey() {
  const { id: connectionId, name: connectionName } = useConnection();
  const [typed, setTyped] = useState(START);
  const [isChecked, setIsChecked] = useState(false);
  const create = useAct('programs', 'create', { quiet: true });
  const change = (changes: Partial<typeof START>) => setTyped((known) => ({ ...known, ...changes }));
  const parsed = NewProgram.safeParse({
    ...typed,
    connectionId,
    ...(Object.fromEntries(COUNTS.map(({ key }) => [key, wholeNumber(typed[key])])) as Record<CountKey, number>),
    paths: typed.paths.split(/\s+/).filter(Boolean),
  });
  const issueOf = (field: string): string | null =>
    (isChecked && parsed.error?.issues.find(({ path }) => path[0] === field)?.message) || null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsChecked(true);
    if (!parsed.success) return focusFirstIssue(event.currentTarget);
    create.mutate(parsed.data, {
      onSuccess: () => {
        setTyped(START);
        setIsChecked(false);
      },
    });
  };
  return (
    <form aria-label="A key for a program" onSubmit={submit} noValidate>
      <h3 className={styles.subtitle}>A key for a program</h3>
      <p className={styles.dim}>
        It may read properties, free dates, calendars and quotes of “{connectionName}”. Without a key, the command line
        works too: the app asks you once.
      </p>
      <TextInput
        mt="xs"
        label="Name"
        placeholder="Nightly price report"
        maxLength={60}
        value={typed.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={issueOf('name')}
      />
      <div className={styles.limits} style={{ marginTop: 12 }}>
        {COUNTS.map(({ key, label, min, max }) => (
          <CountInput
            key={key}
            {...{ label, min, max }}
            value={typed[key]}
            onChange={(text) => change({ [key]: text })}
            error={issueOf(key) === null ? null : `A whole number from ${min} to ${formatNumber(max)}`}
          />
        ))}
      </div>
      <Textarea
        my="xs"
        label="More paths that it may read"
        description="One on each line. * stands for one part of a path: /v1/reviews/*"
        rows={3}
        value={typed.paths}
        onChange={(event) => change({ paths: event.currentTarget.value })}
        error={issueOf('paths')}
      />
      <Choice
        label="Let it make quotes"
        about="A quote reserves nothing. No program can book."
        checked={typed.level !== 'read'}
        disabled={create.isPending}
        onChange={(mayQuote) => change({ level: mayQuote ? 'quote' : 'read' })}
      />
      <Choice
        label="Let it fill in booking forms"
        about="It opens the form of a quote in this window, filled in. Only you can send it."
        checked={typed.level === 'prepare'}
        disabled={create.isPending || typed.level === 'read'}
        onChange={(mayPrepare) => change({ level: mayPrepare ? 'prepare' : 'quote' })}
      />
      <Choice
        label="Show it guests’ data"
        about="When off, names, mail addresses, phone numbers and messages of guests are redacted in what it reads."
        checked={typed.guestData}
        disabled={create.isPending}
        onChange={(guestData) => change({ guestData })}
      />
      <div className={styles.actions}>
        <Button type="submit" loading={create.isPending}>
          Make a key and copy it
        </Button>
      </div>
      {create.error ? <ErrorNotice error={create.error} compact /> : null}
      {create.data ? (
        <p className={`${styles.text} ${styles.kept}`} role="status">
          The key of “{create.data.name}” is on the clipboard. Paste it where the program reads LATCHKEY_KEY. The app
          does not keep it, so it cannot be copied again.
        </p>
      ) : null}
    </form>
  );
}

const wholeNumber = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Number.NaN);
