/** The tab Team of a connection: sharing it with colleagues in three steps, and who is in the team. */
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Connection } from '../../../../shared/model/connection.ts';
import type { SavedInvitation, Team, TeamCheck } from '../../../../shared/model/team.ts';
import { ConfirmDialog } from '../../../actions/confirm-dialog.tsx';
import { CopyTextButton } from '../../../actions/copy-text-button.tsx';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { WrittenFile } from '../../../actions/written-file.tsx';
import { useAct, useAsk } from '../../../ipc/client.ts';
import { errorDataOf } from '../../../text/error-text.ts';
import { formatInstant } from '../../../text/format.ts';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '../../../ui/icons.ts';
import { notify } from '../../../ui/notify.ts';
import { toneColours } from '../../../ui/tag.tsx';
import { JoinTeam } from './join-team.tsx';
import { Members } from './members.tsx';
import { ShareForm } from './share-form.tsx';

export function TeamTab({ connection }: { connection: Connection }) {
  const connectionId = connection.id;
  const state = useAsk('team', 'state', { connectionId }, { staleTime: 0 });
  const again = () => void state.refetch();
  if (state.error)
    return (
      <Stack align="flex-start">
        <ErrorNotice error={state.error} onRetry={again} />
        {errorDataOf(state.error)?.code === 'teamServerFailed' ? (
          <Leave connection={connection} invites={false} onLeft={again} />
        ) : null}
      </Stack>
    );
  if (!state.data) return <Text c="dimmed">Loading</Text>;
  const { team } = state.data;
  if (team === null) return <Alone connectionId={connectionId} onShared={again} />;
  return team.stage === 'setup' ? (
    <SetUp connectionId={connectionId} team={team} onChanged={again} />
  ) : (
    <Shared connection={connection} team={team} onChanged={again} />
  );
}

function Alone({ connectionId, onShared }: { connectionId: string; onShared: () => void }) {
  const [joining, setJoining] = useState(false);
  return (
    <Stack gap="lg" maw={640}>
      <Text size="sm" c="dimmed">
        Colleagues with the same Client ID use up the same tokens and the same rate. As a team, your desktops request
        one token for all and take turns with their requests. They meet on a small server that you run; it sees counts
        and times, but no token, name or Client ID.
      </Text>
      <Group gap="xs">
        <Button size="xs" onClick={() => setJoining(true)}>
          Join a team with an invitation
        </Button>
      </Group>
      <ShareForm connectionId={connectionId} onShared={onShared} />
      {joining ? <JoinTeam onClose={() => setJoining(false)} /> : null}
    </Stack>
  );
}

interface StepProps {
  connectionId: string;
  team: Team;
  onChanged: () => void;
}

/** The steps 1 and 2: start the server, check it. */
function SetUp({ connectionId, team, onChanged }: StepProps) {
  const save = useAct('team', 'saveServer', { quiet: true });
  const copy = useAct('team', 'copyServer', {
    quiet: true,
    onSuccess: () => notify('team-server', 'Copied', 'The server’s file is on the clipboard. It has a private key.'),
  });
  const leave = useAct('team', 'leave', { quiet: true, onSuccess: onChanged });
  return (
    <Stack gap="lg" maw={640}>
      {team.hasServerFile ? (
        <section aria-labelledby="team-server">
          <Title order={3} id="team-server" mb="xs">
            1. Start the server
          </Title>
          <Text size="sm" mb="xs">
            Save this file on the computer that is <strong>{team.address}</strong>, then run{' '}
            <code className="lk-mono">docker compose -f latchkey-team.yaml up -d</code> there. It starts a Valkey server
            with its own certificate and one user. Keep the file where only you can read it.
          </Text>
          <Group gap="xs">
            <Button size="xs" variant="filled" loading={save.isPending} onClick={() => save.mutate({ connectionId })}>
              Save the server’s file
            </Button>
            <Button size="xs" loading={copy.isPending} onClick={() => copy.mutate({ connectionId })}>
              Copy it
            </Button>
          </Group>
          <WrittenFile file={save.data ? { what: 'The server’s file was', path: save.data.path } : null} />
          {(save.error ?? copy.error) ? <ErrorNotice error={save.error ?? copy.error} compact /> : null}
        </section>
      ) : (
        <section aria-labelledby="team-server">
          <Title order={3} id="team-server" mb="xs">
            1. Your server
          </Title>
          <Text size="sm">{team.address}</Text>
        </section>
      )}
      <section aria-labelledby="team-check">
        <Title order={3} id="team-check" mb="xs">
          2. Check it
        </Title>
        <Check connectionId={connectionId} label="Check the server" onChecked={onChanged} />
      </section>
      <section aria-labelledby="team-invite">
        <Title order={3} id="team-invite" mb="xs">
          3. Invite colleagues
        </Title>
        <Text size="sm" c="dimmed">
          Once the check finds the server right.
        </Text>
      </section>
      <Group>
        <Button size="xs" loading={leave.isPending} onClick={() => leave.mutate({ connectionId })}>
          Begin again
        </Button>
      </Group>
      {leave.error ? <ErrorNotice error={leave.error} compact /> : null}
    </Stack>
  );
}

const VERDICTS = {
  right: { Icon: IconCircleCheck, tone: 'good', name: 'Right' },
  warning: { Icon: IconAlertTriangle, tone: 'warn', name: 'Warning' },
  wrong: { Icon: IconCircleX, tone: 'bad', name: 'Wrong' },
} as const;

function Check({ connectionId, label, onChecked }: { connectionId: string; label: string; onChecked: () => void }) {
  const check = useAct('team', 'check', { quiet: true, onSuccess: onChecked });
  return (
    <Stack gap="xs">
      <Group>
        <Button size="xs" loading={check.isPending} onClick={() => check.mutate({ connectionId })}>
          {label}
        </Button>
      </Group>
      <div role="status">{check.data ? <Findings check={check.data} /> : null}</div>
      {check.error ? <ErrorNotice error={check.error} compact /> : null}
    </Stack>
  );
}

function Findings({ check }: { check: TeamCheck }) {
  return (
    <Stack component="ul" gap={4} p={0} m={0} style={{ listStyle: 'none' }}>
      {check.findings.map(({ id, verdict, text }) => {
        const { Icon, tone, name } = VERDICTS[verdict];
        return (
          <Group component="li" key={id} gap={8} wrap="nowrap" align="flex-start">
            <Icon size={18} color={toneColours(tone).strong} style={{ flex: 'none' }} aria-label={name} role="img" />
            <Text size="sm">{text}</Text>
          </Group>
        );
      })}
    </Stack>
  );
}

/** The rules while the server does not answer; each sentence is a rule of docs/team.md. */
const DEGRADED =
  'Until it is back: requests take turns by time, so they are slower; nobody requests a token but one desktop, which may request one; tokens that you have stay in use. Nothing is lost.';

function LinkState({ team: { link, address, warning } }: { team: Team }) {
  const since = formatInstant(link.since);
  return (
    <div role="status">
      {link.state === 'down' ? (
        <Alert variant="light" className="lk-alert-warn" icon={<IconAlertTriangle size={18} aria-hidden />}>
          <Text size="sm" fw={600}>
            The team’s server has not answered since {since}.
          </Text>
          <Text size="sm">{link.problem}</Text>
          <Text size="sm">{DEGRADED}</Text>
        </Alert>
      ) : (
        <Text size="sm" c="dimmed">
          {link.state === 'up' ? `Connected to ${address} since ${since}.` : `Connecting to ${address}.`}
        </Text>
      )}
      {warning === null ? null : (
        <Alert variant="light" className="lk-alert-warn" mt="xs" icon={<IconAlertTriangle size={18} aria-hidden />}>
          <Text size="sm">{warning}</Text>
        </Alert>
      )}
    </div>
  );
}

function Shared({ connection, team, onChanged }: { connection: Connection; team: Team; onChanged: () => void }) {
  const connectionId = connection.id;
  return (
    <Stack gap="lg">
      <LinkState team={team} />
      <Members members={team.members} tokens={team.tokens} />
      {team.invites ? <Invite connectionId={connectionId} /> : null}
      <Check connectionId={connectionId} label="Check the server again" onChecked={onChanged} />
      <Group gap="xs">
        {team.invites ? (
          <ConfirmedAct
            act="rotate"
            label="Change the team’s key"
            confirm="Change the key"
            keep="Keep it"
            connectionId={connectionId}
            onDone={onChanged}
          >
            Everybody else is shut out at once and must be invited again. Do this when somebody leaves the company. They
            still know the Client Secret: only a new secret in the account shuts them out of the service.
          </ConfirmedAct>
        ) : null}
        <Leave connection={connection} invites={team.invites} onLeft={onChanged} />
      </Group>
    </Stack>
  );
}

function Leave({ connection, invites, onLeft }: { connection: Connection; invites: boolean; onLeft: () => void }) {
  return (
    <ConfirmedAct
      act="leave"
      label="Leave the team"
      confirm="Leave"
      keep="Stay"
      connectionId={connection.id}
      onDone={onLeft}
    >
      {connection.name} counts its tokens and requests alone from then on. You come back with a new invitation.
      {invites ? ' Nobody else can invite: invite or hand over the server before you leave.' : null}
    </ConfirmedAct>
  );
}

interface ConfirmedActProps {
  act: 'leave' | 'rotate';
  label: string;
  confirm: string;
  keep: string;
  connectionId: string;
  onDone: () => void;
  children: ReactNode;
}

/** A button for an act that the person must confirm. */
function ConfirmedAct({ act, label, confirm, keep, connectionId, onDone, children }: ConfirmedActProps) {
  const [asking, setAsking] = useState(false);
  const mutation = useAct('team', act, { quiet: true, onSuccess: onDone });
  const close = () => setAsking(false);
  return (
    <>
      <Button size="xs" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking ? (
        <ConfirmDialog
          title={label}
          confirm={confirm}
          keep={keep}
          mutation={mutation}
          onClose={close}
          onConfirm={() => mutation.mutate({ connectionId }, { onSuccess: close })}
        >
          {children}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function Invite({ connectionId }: { connectionId: string }) {
  const [shown, setShown] = useState<SavedInvitation | null>(null);
  const invite = useAct('team', 'invite', { quiet: true, onSuccess: setShown });
  return (
    <section aria-labelledby="team-invite">
      <Title order={3} id="team-invite" mb="xs">
        Invite a colleague
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        Saves a file for one colleague, which works once within 24 hours. Send it by mail and tell its six words another
        way. The Client Secret is not in it.
      </Text>
      <Button size="xs" variant="filled" loading={invite.isPending} onClick={() => invite.mutate({ connectionId })}>
        Save an invitation
      </Button>
      <div role="status">
        {shown ? (
          <Alert variant="light" className="lk-alert-info" mt="xs">
            <Text size="sm">Its passphrase, shown only now:</Text>
            <Text fw={600} className="lk-mono">
              {shown.words}
            </Text>
            <Group gap="xs" my={8}>
              <CopyTextButton text={shown.words} label="Copy the passphrase" />
              <Button size="compact-sm" onClick={() => setShown(null)}>
                Hide it
              </Button>
            </Group>
            <WrittenFile file={{ what: 'The invitation was', path: shown.path }} />
            <Text size="sm">It can be used until {formatInstant(shown.expiresAt)}.</Text>
          </Alert>
        ) : null}
      </div>
      {invite.error ? <ErrorNotice error={invite.error} compact /> : null}
    </section>
  );
}
