/** The popover and the menu of a button that is drawn by another component (ui/use-popover-button.ts). */
import { Menu, type MenuProps, Popover, type PopoverProps } from '@mantine/core';
import { type Ref, useEffect, useImperativeHandle, useState } from 'react';
import type { PopoverPlace } from './use-popover-button.ts';

type Placed<Props> = Omit<Props, 'id' | 'opened' | 'onChange'> & { readonly place: PopoverPlace };

export function ButtonPopover({ place, children, ...props }: Placed<PopoverProps>) {
  return (
    <Popover {...props} id={place.id} opened={useOpened(place)} onChange={place.onChange}>
      <Popover.Target>
        <DrawnButton button={place.button} />
      </Popover.Target>
      {children}
    </Popover>
  );
}

export function ButtonMenu({ place, children, ...props }: Placed<MenuProps>) {
  return (
    <Menu {...props} id={place.id} opened={useOpened(place)} onChange={place.onChange}>
      <Menu.Target>
        <DrawnButton button={place.button} />
      </Menu.Target>
      {children}
    </Menu>
  );
}

/** Whether the popover is open. False in the first drawing, because Mantine remembers the focused element only when a drawn popover opens. */
function useOpened({ opened }: PopoverPlace): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  return opened && isDrawn;
}

/** Represents an existing button to Mantine: draws nothing, and passes the button's element on. */
function DrawnButton({ button, ref }: { button: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => button, [button]);
  return null;
}
