/** A button with an icon before its label. It is quiet by default; `variant="filled"` marks the main action. */
import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import type { Icon as IconType } from './icon.ts';

export function IconButton({
  Icon,
  ...button
}: { Icon: IconType } & ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>) {
  const size = button.size === undefined ? 16 : 15;
  return <Button leftSection={<Icon size={size} aria-hidden />} {...button} />;
}
