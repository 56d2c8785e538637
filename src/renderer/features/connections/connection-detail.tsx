/** The page of one connection, with tabs for credentials, addresses and timing, its team, limits, and operations. */
import { Alert, Button, Group, Tabs, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { Connection } from '../../../shared/model/connection.ts';
import { ConfirmDialog } from '../../actions/confirm-dialog.tsx';
import { offerUndoOf } from '../../actions/offer-undo.tsx';
import { useAct } from '../../ipc/client.ts';
import { useAudience, useSelectConnection } from '../../ipc/current.ts';
import { WORDS } from '../../text/words.ts';
import { IconAdjustments, IconFlask, IconGauge, IconKey, IconListDetails, IconUsers } from '../../ui/icons.ts';
import { Tag } from '../../ui/tag.tsx';
import { AddressesTab } from './addresses/addresses-tab.tsx';
import { CredentialsTab } from './credentials/credentials-tab.tsx';
import { FirstTest } from './first-test.tsx';
import { LimitsTab } from './limits/limits-tab.tsx';
import { OperationsTab } from './operations/operations-tab.tsx';
import { TeamTab } from './team/team-tab.tsx';

interface Props {
  connection: Connection;
  current: boolean;
  credentialId: string | null;
}

export function ConnectionDetail({ connection, current, credentialId }: Props) {
  const audience = useAudience();
  const sandbox = connection.presetId === 'sandbox';
  return (
    <section aria-labelledby="connection-title">
      <Head connection={connection} current={current} canRemove={!sandbox} />
      {sandbox ? (
        <Alert variant="light" className="lk-alert-good" icon={<IconFlask size={18} aria-hidden />} mb="md">
          <Text size="sm">
            The app sets the addresses and credentials of the sandbox when it starts.
            {audience === 'support' ? ' You can change its timing, limits and operations.' : null}
          </Text>
        </Alert>
      ) : null}
      {sandbox || !current ? null : <FirstTest connection={connection} />}
      <ConnectionTabs connection={connection} hasTeam={!sandbox} credentialId={credentialId} />
    </section>
  );
}

interface HeadProps {
  connection: Connection;
  current: boolean;
  canRemove: boolean;
}

/** The name of the connection, and the buttons that use and remove it. */
function Head({ connection, current, canRemove }: HeadProps) {
  const navigate = useNavigate({ from: '/connections' });
  const audience = useAudience();
  const select = useSelectConnection();
  const remove = useAct('connections', 'remove', {
    quiet: true,
    // `mutate()` cannot have this handler, because removing the current connection unmounts this component first.
    onSuccess: ({ deletionId }) => {
      offerUndoOf(`${connection.name} removed`, [deletionId], () => {
        if (current) select.mutate({ id: connection.id });
      });
      void navigate({ to: '/connections' });
    },
  });
  const [removing, setRemoving] = useState(false);
  return (
    <Group justify="space-between" mb="sm" align="flex-start" wrap="nowrap">
      <Group gap="sm" flex={1} miw={0}>
        <Title order={2} id="connection-title" style={{ overflowWrap: 'anywhere' }}>
          {connection.name}
        </Title>
        {current ? <Tag tone="good">In use</Tag> : null}
      </Group>
      <Group gap="xs" flex="none">
        {current ? null : (
          <Button
            variant="filled"
            size="xs"
            loading={select.isPending}
            onClick={() => select.mutate({ id: connection.id })}
          >
            Use this connection
          </Button>
        )}
        {canRemove ? (
          <Button size="xs" onClick={() => setRemoving(true)}>
            Remove
          </Button>
        ) : null}
      </Group>
      {removing ? (
        <ConfirmDialog
          title={`Remove ${connection.name}`}
          confirm="Remove connection"
          keep="Keep it"
          mutation={remove}
          onClose={() => setRemoving(false)}
          onConfirm={() => remove.mutate({ id: connection.id })}
        >
          {WORDS[audience].removesConnection} You can undo this for a few seconds.
        </ConfirmDialog>
      ) : null}
    </Group>
  );
}

interface TabsProps {
  connection: Connection;
  /** False for the sandbox, which has no team. */
  hasTeam: boolean;
  credentialId: string | null;
}

function ConnectionTabs({ connection, hasTeam, credentialId }: TabsProps) {
  const { tab: asked } = useSearch({ from: '/connections' });
  const navigate = useNavigate({ from: '/connections' });
  const audience = useAudience();
  // The address may still name the tab of the connection before.
  const tab = asked === 'team' && !hasTeam ? undefined : asked;
  // Managers see a tab of support only when a link leads to it.
  const isShown = (name: typeof tab): boolean => audience === 'support' || tab === name;
  const icon = { size: 16, 'aria-hidden': true } as const;
  return (
    <Tabs
      value={tab ?? 'credentials'}
      onChange={(chosen) =>
        void navigate({
          search: (known) => ({ ...known, id: connection.id, tab: chosen as typeof tab }),
          replace: true,
        })
      }
      keepMounted={false}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="credentials" leftSection={<IconKey {...icon} />}>
          Credentials
        </Tabs.Tab>
        <Tabs.Tab value="addresses" leftSection={<IconAdjustments {...icon} />}>
          {WORDS[audience].form.addressesTab}
        </Tabs.Tab>
        {hasTeam ? (
          <Tabs.Tab value="team" leftSection={<IconUsers {...icon} />}>
            Team
          </Tabs.Tab>
        ) : null}
        {isShown('limits') ? (
          <Tabs.Tab value="limits" leftSection={<IconGauge {...icon} />}>
            Limits
          </Tabs.Tab>
        ) : null}
        {isShown('operations') ? (
          <Tabs.Tab value="operations" leftSection={<IconListDetails {...icon} />}>
            Operations
          </Tabs.Tab>
        ) : null}
      </Tabs.List>
      <Suspense fallback={<Text c="dimmed">Loading</Text>}>
        <Tabs.Panel value="credentials">
          <CredentialsTab connection={connection} credentialId={credentialId} />
        </Tabs.Panel>
        <Tabs.Panel value="addresses">
          <AddressesTab connection={connection} />
        </Tabs.Panel>
        <Tabs.Panel value="team">
          <TeamTab connection={connection} />
        </Tabs.Panel>
        <Tabs.Panel value="limits">
          <LimitsTab connection={connection} />
        </Tabs.Panel>
        <Tabs.Panel value="operations">
          <OperationsTab connection={connection} />
        </Tabs.Panel>
      </Suspense>
    </Tabs>
  );
}
