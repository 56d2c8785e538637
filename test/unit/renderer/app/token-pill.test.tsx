import { act, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { expect, it, vi } from 'vitest';
import { ClockTime } from '../../../../src/renderer/actions/clock-time.tsx';
import { ClockChip } from '../../../../src/renderer/app/clock-chip.tsx';
import { TokenPill } from '../../../../src/renderer/app/token-pill.tsx';
import { machineFace, tokenFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const HOUR = 3_600_000;

it('the top bar renders when its texts change, not with each tick of the clock', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 28, 12), toFake: ['Date', 'setInterval', 'clearInterval'] });
  const rendered = vi.fn();
  const now = Date.now();
  renderWithMain(
    <Profiler id="bar" onRender={rendered}>
      <TokenPill
        token={tokenFixture({ label: 'Open API', state: 'valid', expiresAt: now + 5 * HOUR + 30_000 })}
        face={machineFace}
        connectionId="sandbox"
      />
      <ClockChip face={{ ...machineFace, anchorVirtual: 2 * HOUR }} />
      <ClockTime at={now - HOUR} />
    </Profiler>,
  );
  const pill = () => screen.getByRole('button', { name: /^Open API: / }).getAttribute('aria-label');
  expect(pill()).toContain('expires in 5h 00m');
  rendered.mockClear();
  act(() => void vi.advanceTimersByTime(20_000));
  expect(rendered).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(20_000));
  expect(rendered).toHaveBeenCalledOnce();
  expect(pill()).toContain('expires in 4h 59m');
});
