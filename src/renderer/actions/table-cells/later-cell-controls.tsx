/** {@link CellControls}, whose code is loaded once the rows are drawn. */
import { lazy, Suspense } from 'react';
import { useIdle } from '../../ui/use-idle.ts';
import type { CellControlsProps } from './cell-controls.tsx';

const CellControls = lazy(() => import('./cell-controls.tsx').then((module) => ({ default: module.CellControls })));

export function LaterCellControls(props: CellControlsProps) {
  return useIdle() ? (
    <Suspense fallback={null}>
      <CellControls {...props} />
    </Suspense>
  ) : null;
}
