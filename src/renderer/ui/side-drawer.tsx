/** A drawer on the right that shows one record. */
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  opened: boolean;
  title: string;
  /** The width in pixels; smaller in a narrow window. */
  width: number;
  onClose: () => void;
  children: ReactNode;
}

export function SideDrawer({ opened, title, width, onClose, children }: Props) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={`min(${width}px, 92vw)`}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Drawer>
  );
}
