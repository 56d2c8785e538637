/** Draws the notifications. Mantine's store keeps a notification that is shown before this component is drawn. */
import { Anchor } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import type { MergedConnection } from '../../shared/model/connection.ts';
import { quotedName } from '../../shared/text/quoted-name.ts';
import { useAct, useAsk } from '../ipc/client.ts';

export const Notices = () => (
  <>
    <Notifications position="top-center" limit={3} containerWidth={400} />
    <MergedConnections />
    <NewVersion />
  </>
);

/** Shows a notification for each connection that was merged into another one, until a person closes the notification in any window. */
function MergedConnections() {
  const { data } = useAsk('connections', 'list', null);
  const { mutate: dismiss } = useAct('connections', 'dismissMerge');
  const shown = useRef(new Set<string>());
  useEffect(() => {
    if (!data) return;
    const ids = new Set(data.merged.map(({ id }) => id));
    // Another window dismissed the notification.
    for (const id of shown.current) if (!ids.has(id)) notifications.hide(noticeOf(id));
    shown.current = ids;
    for (const merged of data.merged)
      notifications.show({
        id: noticeOf(merged.id),
        title: 'One connection per Client ID',
        message: sentencesOf(
          merged,
          data.connections.some(({ id }) => id === merged.id),
        ),
        autoClose: false,
        onClose: () => dismiss({ id: merged.id }),
      });
  }, [data, dismiss]);
  return null;
}

const noticeOf = (connectionId: string): string => `merged ${connectionId}`;

function sentencesOf({ name, into }: MergedConnection, isLeft: boolean): string {
  const [from, to] = [quotedName(name), quotedName(into.name)];
  const what = 'quotes, notes, searches, cases and tasks';
  const merged = isLeft
    ? `${from} had a Client ID of ${to}, which has it alone now, with the ${what} of both.`
    : `${from} had the same Client ID as ${to} and was merged into it, with its ${what}.`;
  return `${merged} If their Client Secrets differ, the app keeps the one that the service accepts.`;
}

/** Says once after an update that the app has another version, with a link to what is new. Says nothing at the first start. */
function NewVersion() {
  const version = useAsk('app', 'info', null, { enabled: false }).data?.version;
  const seen = useAsk('app', 'preferences', null, { enabled: false }).data?.seenVersion;
  const { mutate: setPreferences } = useAct('app', 'setPreferences', { quiet: true });
  useEffect(() => {
    if (version === undefined || seen === undefined || seen === version) return;
    setPreferences({ seenVersion: version });
    if (seen === null) return;
    const id = 'new version';
    notifications.show({
      id,
      title: `Latchkey is now version ${version}`,
      message: (
        // The notices are outside the router, which follows the address.
        <Anchor href="#/help?topic=new" size="sm" onClick={() => notifications.hide(id)}>
          What is new
        </Anchor>
      ),
      autoClose: false,
    });
  }, [version, seen, setPreferences]);
  return null;
}
