/** A button that opens a popover or a menu (ui/button-popover.tsx). The first press loads and draws the popover, to keep the first drawing fast. */
import { type MouseEvent, startTransition, useId, useState } from 'react';

/** The place of a popover: the button beside it, and whether it is open. */
export interface PopoverPlace {
  readonly id: string;
  readonly button: HTMLElement;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
}

/** Returns the attributes of the button, and the place of its popover; the place is null until the button is pressed. */
export function usePopoverButton(popup: 'dialog' | 'menu') {
  const id = useId();
  const [button, setButton] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState(false);
  const press = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    if (button !== null) setOpened(!opened);
    // A transition waits for the popover's code without a placeholder.
    else
      startTransition(() => {
        setButton(currentTarget);
        setOpened(true);
      });
  };
  const attributes = {
    id,
    'aria-haspopup': popup,
    'aria-expanded': opened,
    'aria-controls': opened ? `${id}-dropdown` : undefined,
    onClick: press,
  };
  const place: PopoverPlace | null = button && { id, button, opened, onChange: setOpened };
  return { attributes, place };
}
