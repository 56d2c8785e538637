/** The tooltip of a navigation entry that shows only its icon. */
import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';

export const IconTooltip = ({ label, children }: { label: string; children: ReactElement }) => (
  <Tooltip label={label} position="right">
    {children}
  </Tooltip>
);
