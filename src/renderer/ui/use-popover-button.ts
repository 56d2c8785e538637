/**
 * A button that opens a popover or a menu. The popover is drawn from the first press on (ui/button-popover.tsx), because its library is not part
 * of the window's first file, and each closed popover would add renderings to the first drawing.
 */
import { type MouseEvent, startTransition, useId, useState } from 'react';

/** The place of a popover, and whether it is open. */
export interface PopoverPlace {
  /** The id of the button. */
  readonly id: string;
  readonly button: HTMLElement;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
}

/** The attributes of the button, and the place of the popover; null until the button is pressed. */
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
