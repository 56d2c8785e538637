/** The step that may end a problem of a connection, as a button or a link. Overview and the connection's status show the same step. */
import { useConnection } from '../ipc/current.ts';
import { PageLink } from '../navigation/page-link.tsx';
import type { Remedy } from '../text/access-text.ts';
import { SendNow } from './send-now.tsx';
import { TryNewToken } from './try-new-token.tsx';

export function RemedyAction({ remedy, now }: { remedy: Remedy | null; now: number }) {
  const { id: connectionId } = useConnection();
  switch (remedy?.kind) {
    case 'newToken':
      return (
        <TryNewToken
          refused={remedy.refused}
          now={now}
          otherwise={<RemedyAction remedy={{ kind: 'doctor', exchangeId: remedy.exchangeId }} now={now} />}
        />
      );
    case 'sendNow':
      return <SendNow host={remedy.host} onSend={() => {}} />;
    case 'doctor':
      return (
        <PageLink to="/doctor" search={{ exchangeId: remedy.exchangeId }} size="sm">
          Open Doctor
        </PageLink>
      );
    case 'connection':
      return (
        <PageLink to="/connections" search={{ id: connectionId, credentialId: remedy.credentialId }} size="sm">
          Open the connection
        </PageLink>
      );
    default:
      return null;
  }
}
