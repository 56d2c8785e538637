/** The tooltip of an entry of the navigation that shows its icon only. */
import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';

export const IconTooltip = ({ label, children }: { label: string; children: ReactElement }) => (
  <Tooltip label={label} position="right">
    {children}
  </Tooltip>
);
