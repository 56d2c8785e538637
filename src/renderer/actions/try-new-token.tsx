/** Offers to repeat a refused request with a new token, and states the price. When the new token is refused too, there is no second offer. */

import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { RefusedToken } from '../../shared/errors.ts';
import type { IssuanceCause, TokenStatus } from '../../shared/model/token.ts';
import { HOUR_MS } from '../../shared/time/units.ts';
import { isLastSlot, leftOf } from '../../shared/token/quota-left.ts';
import { personMayTry } from '../../shared/token/renewal-forecast.ts';
import { useAct, useAsk } from '../ipc/client.ts';
import { useCurrentConnectionId } from '../ipc/current.ts';
import { textOfError } from '../text/error-text.ts';

interface Props {
  refused: RefusedToken;
  now: number;
  /** The content shown when a new token would not help. */
  otherwise?: ReactNode;
  /** Repeats the refused request; without this function, the person repeats it. */
  onRepeat?: (() => void) | undefined;
}

export function TryNewToken({ refused, now, otherwise = null, onRepeat }: Props) {
  const connectionId = useCurrentConnectionId() ?? '';
  const status = useAsk('tokens', 'status', { connectionId }, { enabled: connectionId !== '' }).data;
  const renew = useAct('tokens', 'renew', { quiet: true });
  const [confirming, setConfirming] = useState(false);
  const token = status?.tokens.find(({ credentialId }) => credentialId === refused.credentialId);
  if (renew.isSuccess && !onRepeat)
    return (
      <Text size="sm" role="status">
        There is a new token; repeat the action.
      </Text>
    );
  if (!token || !mayHelp(token, refused, now)) return otherwise;
  const { credentialId, quota } = token;
  const isLast = isLastSlot(quota);
  const start = () => renew.mutate({ credentialId, confirmLastSlot: isLast }, { onSuccess: () => onRepeat?.() });
  const price = quota.limit === null ? '' : `: uses 1 of ${quota.limit}, ${leftOf(quota)} left`;
  return (
    <>
      <Button
        size="compact-sm"
        loading={renew.isPending}
        onClick={() => (isLast && !confirming ? setConfirming(true) : start())}
      >
        {confirming ? 'Use the last slot' : `${onRepeat ? 'Try with' : 'Get'} a new token${price}`}
      </Button>
      {renew.error ? (
        <Text size="sm" role="status">
          {textOfError(renew.error, now).sentence}
        </Text>
      ) : null}
    </>
  );
}

/** The causes of an issuance that replaced a refused token. */
const REPLACING: readonly IssuanceCause[] = ['unauthorized', 'diedEarly', 'person'];

/** Whether a new token can be had and may help: the refused one is current and unexpired, and replaced no refused token in the last hour. */
function mayHelp(token: TokenStatus, refused: RefusedToken, now: number): boolean {
  const { generation, expiresAt, issuedAt, origin, issuances, quota, state } = token;
  if (generation !== refused.generation || expiresAt === null || expiresAt <= now) return false;
  if (!personMayTry(quota) || state === 'renewing' || state === 'rejected') return false;
  const cause = issuances.findLast(({ outcome }) => outcome === 'confirmed')?.cause;
  const isReplacement = origin === 'issued' && cause !== undefined && REPLACING.includes(cause);
  return !(isReplacement && issuedAt !== null && now - issuedAt < HOUR_MS);
}
