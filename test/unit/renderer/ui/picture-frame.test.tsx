import { act, cleanup, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PictureFrame, ScrollsFast } from '../../../../src/renderer/ui/picture-frame.tsx';
import { useFlying } from '../../../../src/renderer/ui/virtual-table/use-flying.ts';
import { renderWithMain } from '../../../support/render.tsx';

const frame = (src: string | null, isFlyingPast = false) => (
  <ScrollsFast value={isFlyingPast}>
    <PictureFrame src={src} alt="Sea view" />
  </ScrollsFast>
);

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('PictureFrame', () => {
  it('requests no picture of a row that flies past, and shows one only when it is complete', () => {
    const { container, rerender } = renderWithMain(frame('/pictures/a', true));
    const image = () => container.querySelector('img');
    expect(image()).toBeNull();
    rerender(frame('/pictures/a'));
    expect(image()?.getAttribute('src')).toBe('/pictures/a');
    expect(image()?.dataset.loading).toBe('true');
    rerender(frame('/pictures/a', true));
    expect(image()).not.toBeNull();
    fireEvent.load(image() as HTMLImageElement);
    expect(image()?.dataset.loading).toBeUndefined();
  });

  it('never shows the picture of another row, and at once one that was loaded before', () => {
    const { container, rerender } = renderWithMain(frame('/pictures/b'));
    const image = () => container.querySelector('img');
    const first = image() as HTMLImageElement;
    fireEvent.load(first);
    rerender(frame('/pictures/c'));
    expect(image()).not.toBe(first);
    expect(image()?.dataset.loading).toBe('true');
    const whenIdle = vi.fn();
    vi.stubGlobal('requestIdleCallback', whenIdle);
    rerender(frame('/pictures/b', true));
    vi.unstubAllGlobals();
    expect(image()?.getAttribute('src')).toBe('/pictures/b');
    expect(image()?.dataset.loading).toBeUndefined();
    expect(whenIdle).not.toHaveBeenCalled();
  });

  it('draws an icon with a name in place of a picture that fails, until there is another', () => {
    const { container, rerender, getByRole } = renderWithMain(frame('/pictures/d'));
    fireEvent.error(container.querySelector('img') as HTMLImageElement);
    expect(getByRole('img', { name: 'Sea view (no picture)' })).toBeTruthy();
    rerender(frame('/pictures/e'));
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/pictures/e');
  });
});

describe('useFlying', () => {
  it('tells rows that fly past from a table that scrolls, until it rests', () => {
    const { result, rerender } = renderHook(useFlying, { initialProps: true });
    const move = (top: number, at: number) => act(() => result.current.onMove(top, at));
    expect(result.current.isFlying).toBe(false);
    move(16, 16);
    expect(result.current.isFlying).toBe(false);
    for (let frame = 2; frame < 10; frame += 1) move(frame * 96, frame * 16);
    expect(result.current.isFlying).toBe(true);
    move(880, 260);
    expect(result.current.isFlying).toBe(true);
    rerender(false);
    expect(result.current.isFlying).toBe(false);
    rerender(true);
    move(890, 420);
    expect(result.current.isFlying).toBe(false);
  });
});
