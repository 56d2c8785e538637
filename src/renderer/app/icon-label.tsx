/** The label of a navigation entry that shows only its icon. */
import { useMediaQuery } from '@mantine/hooks';
import { type ReactElement, Suspense } from 'react';
import { later } from '../ui/later.tsx';

/** The width below which the navigation shows only icons. */
const NARROW = '(max-width: 62em)';

const IconTooltip = later(() => import('./icon-tooltip.tsx').then((module) => module.IconTooltip));

/** Loads the code that the navigation of a narrow window needs. */
export const loadIconLabels = async (): Promise<unknown> =>
  window.matchMedia(NARROW).matches ? IconTooltip.load() : null;

/** Draws a tooltip only when it can open, because each tooltip adds several renderings to the first drawing. */
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
