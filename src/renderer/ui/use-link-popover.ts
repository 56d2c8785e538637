/** The state of a popover that closes when one of its links is followed. */
import { type MouseEvent, useState } from 'react';

export function useLinkPopover() {
  const [opened, setOpened] = useState(false);
  return { opened, setOpened, closeOnLink: onLink(() => setOpened(false)) };
}

/** Makes a click handler that closes a popover when a person clicks a link in it. */
export const onLink =
  (close: () => void) =>
  ({ target }: MouseEvent): void => {
    if (target instanceof Element && target.closest('a')) close();
  };
