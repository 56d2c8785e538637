/** The label of an entry of the navigation that shows its icon only. */
import { Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactElement } from 'react';

/** Below this width the navigation shows icons only. */
const NARROW = '(max-width: 62em)';

/** Draws a tooltip only where it can open: each takes several renderings of the first drawing. */
export function IconLabel({ label, children }: { label: string; children: ReactElement }) {
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  return isNarrow ? (
    <Tooltip label={label} position="right">
      {children}
    </Tooltip>
  ) : (
    children
  );
}
