/** The popover and the menu of a button that is drawn elsewhere (ui/use-popover-button.ts). */
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

/** Closed in the first drawing: the library notes the focus, to return it, when a popover that it knows opens. */
function useOpened({ opened }: PopoverPlace): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  return opened && isDrawn;
}

/** Stands for the button: draws nothing and passes its element on. */
function DrawnButton({ button, ref }: { button: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => button, [button]);
  return null;
}
