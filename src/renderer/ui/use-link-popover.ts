/** The state of a popover that closes when one of its links is followed. */
import { type MouseEvent, useState } from 'react';

export function useLinkPopover() {
  const [opened, setOpened] = useState(false);
  return { opened, setOpened, closeOnLink: onLink(() => setOpened(false)) };
}

/** Makes a click handler that calls `close` when the click is on a link. */
export const onLink =
  (close: () => void) =>
  ({ target }: MouseEvent): void => {
    if (target instanceof Element && target.closest('a')) close();
  };
