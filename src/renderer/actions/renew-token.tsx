/** The dialog that issues or renews a token. It states the cost first and requires confirmation for the last slot. */
import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { isAppError } from '../../shared/app-error.ts';
import type { ClockFace } from '../../shared/model/primitives.ts';
import type { TokenQuota, TokenStatus } from '../../shared/model/token.ts';
import { basisText } from '../../shared/text/error-text.ts';
import { isLastSlot } from '../../shared/token/quota-left.ts';
import { personMayTry } from '../../shared/token/renewal-forecast.ts';
import { useAct, useAsk } from '../ipc/client.ts';
import { useCurrentConnectionId } from '../ipc/current.ts';
import { PageLink } from '../navigation/page-link.tsx';
import { formatInstant } from '../text/format.ts';
import { priceText, quotaText, reserveText } from '../text/quota-text.ts';
import { useNow } from '../ui/use-now.ts';
import { ErrorNotice } from './error-notice.tsx';

interface Props {
  token: TokenStatus;
  face: ClockFace;
  onClose: () => void;
  /** Opens the dialog that adopts a token; without this function, a link leads to the page that has the dialog. */
  onAdopt?: (() => void) | undefined;
}

export function RenewToken({ token, face, onClose, onAdopt }: Props) {
  const now = useNow(face);
  const renew = useAct('tokens', 'renew', { quiet: true });
  const [confirmed, setConfirmed] = useState(false);
  const { quota } = token;
  const mayRequest = personMayTry(quota);
  // The value is fixed at the start, so that the texts do not change when the token arrives.
  const [first] = useState(token.issuedAt === null);
  const last = isLastSlot(quota) || isAppError(renew.error, 'lastSlot');
  const reserve = reserveText(quota, token.reserve);
  const start = () =>
    renew.mutate(
      { credentialId: token.credentialId, confirmLastSlot: last && confirmed },
      {
        onSuccess: () => {
          notifications.show({ title: 'New token', message: `${token.label} has a new token.` });
          onClose();
        },
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={first ? `Get a token for ${token.label}` : `Renew the token of ${token.label}`}
    >
      <Stack gap="md">
        <Text fw={600}>{priceText(quota, now)}</Text>
        {quota.nextSlotAt === null ? null : (
          <Text size="sm" c="dimmed">
            {nextSlotText(quota, quota.nextSlotAt, now)}
          </Text>
        )}
        {reserve ? <Text size="sm">{reserve}</Text> : null}
        {last ? (
          <Checkbox
            checked={confirmed}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
            label="Use the last slot"
            description="After this, no token can be issued until a slot regenerates, even if the new token is lost. A token issued elsewhere can still be adopted."
          />
        ) : null}
        {mayRequest && !first && !reserve ? (
          <Text size="sm" c="dimmed">
            The app renews a token automatically when it is due. Renew now only if the token does not work.
          </Text>
        ) : null}
        {mayRequest ? null : <WithoutSlot token={token} onAdopt={onAdopt} />}
        {renew.error ? <ErrorNotice error={renew.error} compact /> : null}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus={last || !mayRequest || undefined}>
            {first ? 'Not now' : 'Keep the token'}
          </Button>
          {mayRequest ? (
            <Button
              variant="filled"
              onClick={start}
              loading={renew.isPending}
              disabled={last && !confirmed}
              data-autofocus={!last || undefined}
            >
              {first ? 'Get a token' : 'Renew now'}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Modal>
  );
}

/** The ways to go on when no slot is left: a token of another client, or another application with slots. */
function WithoutSlot({ token, onAdopt }: { token: TokenStatus; onAdopt: (() => void) | undefined }) {
  const connectionId = useCurrentConnectionId() ?? '';
  const status = useAsk('tokens', 'status', { connectionId }, { enabled: connectionId !== '' }).data;
  const others = (status?.tokens ?? []).filter(
    ({ credentialId, api, quota }) =>
      token.api === 'booking' && api === 'booking' && credentialId !== token.credentialId && quota.mayIssue,
  );
  return (
    <Stack gap="xs">
      <Text size="sm">Until then, without a slot:</Text>
      <Group gap="sm">
        {onAdopt ? (
          <Button size="xs" onClick={onAdopt}>
            Adopt a token
          </Button>
        ) : (
          <PageLink to="/token" search={{ id: token.credentialId }} size="sm">
            Adopt a token on its page
          </PageLink>
        )}
        <Text size="sm" c="dimmed">
          one that another client of these credentials holds costs nothing
        </Text>
      </Group>
      {others.map(({ credentialId, label, quota }) => (
        <Text key={credentialId} size="sm">
          <PageLink to="/connections" search={{ id: connectionId, credentialId }} size="sm">
            Use {label}
          </PageLink>
          , which has {quotaText(quota)}.
        </Text>
      ))}
    </Stack>
  );
}

const nextSlotText = (quota: TokenQuota, at: number, now: number): string =>
  `The next slot is free ${formatInstant(at, { now })} (${basisText(quota.basis)}).`;
