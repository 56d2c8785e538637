/** Draws the notifications. Mantine's store keeps a notification that is shown before this component is drawn. */
import { Notifications } from '@mantine/notifications';

export const Notices = () => <Notifications position="top-center" limit={3} containerWidth={400} />;
