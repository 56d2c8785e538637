import { notifications } from '@mantine/notifications';
import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { restoreTypedTexts } from '../../../../src/renderer/app/typed-texts.ts';
import { useTypedState } from '../../../../src/renderer/ui/use-remembered-state.ts';
import { MAX_CHARACTERS } from '../../../../src/shared/input/max-input.ts';
import { installFakeMain } from '../../../support/fake-main.ts';

it('keeps in main what is typed, at most once in a moment, and no text that is too long', async () => {
  vi.useFakeTimers();
  const shown = vi.spyOn(notifications, 'show');
  const main = installFakeMain({ app: { keepTyped: () => null, takeTyped: () => null } });
  await restoreTypedTexts();
  const { result } = renderHook(() => useTypedState('note', () => ''));
  act(() => result.current[1](() => 'la'));
  act(() => result.current[1]((known) => `${known}te`));
  expect(main.inputsOf('app', 'keepTyped')).toEqual([]);
  vi.runAllTimers();
  act(() => result.current[1](() => 'x'.repeat(MAX_CHARACTERS.pastedText)));
  vi.runAllTimers();
  expect(main.inputsOf('app', 'keepTyped')).toEqual([
    { key: 'note', value: '"late"' },
    { key: 'note', value: null },
  ]);
  expect(shown).not.toHaveBeenCalled();
});

it('brings it back after the window’s process ended, and says so', async () => {
  const shown = vi.spyOn(notifications, 'show');
  installFakeMain({
    app: { keepTyped: () => null, takeTyped: () => ({ why: 'stopped', texts: [{ key: 'note', value: '"late"' }] }) },
  });
  await restoreTypedTexts();
  expect(renderHook(() => useTypedState('note', () => '')).result.current[0]).toBe('late');
  expect(shown).toHaveBeenCalledWith(
    expect.objectContaining({ title: 'This window stopped working and was loaded again' }),
  );
});
