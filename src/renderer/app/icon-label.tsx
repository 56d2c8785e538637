/** The label of an entry of the navigation that shows its icon only. */
import { useMediaQuery } from '@mantine/hooks';
import { type ReactElement, Suspense } from 'react';
import { later } from '../ui/later.tsx';

/** Below this width the navigation shows icons only. */
const NARROW = '(max-width: 62em)';

const IconTooltip = later(() => import('./icon-tooltip.tsx').then((module) => module.IconTooltip));

/** Loads what the navigation of a narrow window needs. */
export const loadIconLabels = async (): Promise<unknown> =>
  window.matchMedia(NARROW).matches ? IconTooltip.load() : null;

/** Draws a tooltip only where it can open: each takes several renderings of the first drawing. */
export function IconLabel({ label, children }: { label: string; children: ReactElement }) {
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  return isNarrow ? (
    <Suspense fallback={children}>
      <IconTooltip label={label}>{children}</IconTooltip>
    </Suspense>
  ) : (
    children
  );
}
