/** The label of a navigation entry that shows only its icon. */
import { useMediaQuery } from '@mantine/hooks';
import { type ReactElement, Suspense } from 'react';
import { later } from '../ui/later.tsx';

const NARROW = '(max-width: 62em)';

const IconTooltip = later(() => import('./icon-tooltip.tsx').then((module) => module.IconTooltip));

/** Loads the code of the tooltips if the window is narrow. */
export const loadIconLabels = async (): Promise<unknown> =>
  window.matchMedia(NARROW).matches ? IconTooltip.load() : null;

/** Draws a tooltip in a narrow window only, because each tooltip adds several renderings to the first drawing. */
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
