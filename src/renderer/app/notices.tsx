/** Where notifications are shown. A notification that comes before it is kept by their store. */
import { Notifications } from '@mantine/notifications';
import { MergedConnections } from './merged-connections.tsx';

export const Notices = () => (
  <>
    <Notifications position="top-center" limit={3} containerWidth={400} />
    <MergedConnections />
  </>
);
