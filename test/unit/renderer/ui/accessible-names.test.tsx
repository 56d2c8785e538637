import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CountdownRing } from '../../../../src/renderer/ui/countdown-ring.tsx';
import { Meter } from '../../../../src/renderer/ui/meter.tsx';
import { PictureFrame } from '../../../../src/renderer/ui/picture-frame.tsx';
import { TokenStateBadge } from '../../../../src/renderer/ui/token-state.tsx';
import { TokenState } from '../../../../src/shared/model/token.ts';
import { renderWithMain } from '../../../support/render.tsx';

describe('accessible names', () => {
  it('name ring, meter and picture', () => {
    const now = Date.now();
    renderWithMain(
      <>
        <CountdownRing from={now - 3_600_000} to={now + 7_200_000 + 900} dueAt={now + 3_600_000} />
        <CountdownRing from={null} to={null} dueAt={null} />
        <Meter label="Per minute" used={84} limit={275} />
        <PictureFrame src={null} alt="Sea view" />
      </>,
    );
    expect(screen.getByRole('img', { name: /2 h left of 3 h/ })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'no token' })).toBeTruthy();
    expect(screen.getByRole('meter', { name: 'Per minute' }).getAttribute('value')).toBe('84');
    expect(screen.getByRole('img', { name: 'Sea view (no picture)' })).toBeTruthy();
  });

  it('differ for each token state', () => {
    renderWithMain(TokenState.options.map((state) => <TokenStateBadge key={state} state={state} />));
    const titles = TokenState.options.map((_, index) => document.querySelectorAll('[class*=tag]')[index]?.textContent);
    expect(new Set(titles).size).toBe(TokenState.options.length);
  });
});
