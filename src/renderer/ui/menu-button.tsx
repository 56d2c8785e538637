/** A button that opens a popover or a menu. `menu` draws it once the button was pressed. */
import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { IconButton } from './icon-button.tsx';
import { type PopoverPlace, usePopoverButton } from './use-popover-button.ts';

export function MenuButton({
  popup = 'dialog',
  menu,
  ...button
}: { popup?: 'dialog' | 'menu'; menu: (place: PopoverPlace) => ReactNode } & ComponentProps<typeof IconButton>) {
  const { attributes, place } = usePopoverButton(popup);
  return (
    <>
      <IconButton {...attributes} {...button} />
      <Suspense fallback={null}>{place ? menu(place) : null}</Suspense>
    </>
  );
}
