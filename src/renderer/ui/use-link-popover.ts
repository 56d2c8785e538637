/** The state of a popover that closes when one of its links is followed. */
import { type MouseEvent, useState } from 'react';

export function useLinkPopover() {
  const [opened, setOpened] = useState(false);
  const closeOnLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a')) setOpened(false);
  };
  return { opened, setOpened, closeOnLink };
}
