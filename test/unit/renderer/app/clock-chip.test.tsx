import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ClockChip } from '../../../../src/renderer/app/clock-chip.tsx';
import { machineFace } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const DAY = 86_400_000;

it('is shown only for a clock that runs faster or is ahead', () => {
  const { container } = renderWithMain(<ClockChip face={machineFace} />);
  expect(container.querySelector('a')).toBeNull();
  renderWithMain(<ClockChip face={{ anchorMachine: Date.now(), anchorVirtual: Date.now(), rate: 720 }} />);
  expect(screen.getByText('Clock 720×')).toBeTruthy();
  renderWithMain(<ClockChip face={{ ...machineFace, anchorVirtual: 2 * DAY + 5_000 }} />);
  expect(screen.getByText('2 d ahead')).toBeTruthy();
});
