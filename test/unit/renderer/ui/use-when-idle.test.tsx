/** A value that is held back until the browser is idle. */
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useWhenIdle } from '../../../../src/renderer/ui/use-when-idle.ts';

afterEach(() => vi.unstubAllGlobals());

it('follows the value when the browser is idle, the last one of several', () => {
  const callbacks = new Map<number, () => void>();
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
    callbacks.set(callbacks.size + 1, callback);
    return callbacks.size;
  });
  vi.stubGlobal('cancelIdleCallback', (handle: number) => callbacks.set(handle, () => {}));
  const { result, rerender, unmount } = renderHook(({ value }) => useWhenIdle(value), {
    initialProps: { value: 'one' },
  });
  expect(result.current).toBe('one');
  rerender({ value: 'two' });
  rerender({ value: 'three' });
  expect(result.current).toBe('one');
  act(() => {
    for (const callback of callbacks.values()) callback();
  });
  expect(result.current).toBe('three');
  unmount();
});

it('follows at once where no browser tells that it is idle', () => {
  const { result, rerender } = renderHook(({ value }) => useWhenIdle(value), { initialProps: { value: 1 } });
  rerender({ value: 2 });
  expect(result.current).toBe(2);
});
