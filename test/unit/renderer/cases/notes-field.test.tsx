/** The notes of a case: nothing typed is lost, and a change of another window is told. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { NotesField } from '../../../../src/renderer/features/cases/notes-field.tsx';
import { clearRememberedState } from '../../../../src/renderer/ui/use-remembered-state.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { aCase } from './case-answers.ts';

afterEach(clearRememberedState);

/** The field with notes that another window can change; `hold` keeps an answer back until it is called. */
function show(notes = 'first') {
  let change: (notes: string) => void = () => {};
  let release: (() => void) | null = null;
  let isHeld = false;
  let inStore = notes;
  function Field() {
    const [stored, setStored] = useState(notes);
    change = setStored;
    return <NotesField id="case-1" notes={stored} onSaved={(saved) => setStored(saved.notes)} />;
  }
  const rendered = renderWithMain(<Field />, {
    page: 'cases',
    answers: {
      cases: {
        note: async ({ notes: given, from }) => {
          if (isHeld)
            await new Promise<void>((resolve) => {
              release = resolve;
            });
          if (from !== inStore) return { isSaved: false, case: aCase({ notes: inStore }) };
          inStore = given.replace('secret', '[redacted]');
          return { isSaved: true, case: aCase({ notes: inStore }) };
        },
      },
    },
  });
  return {
    ...rendered,
    field: () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' }),
    another: (text: string) => {
      inStore = text;
      return act(async () => change(text));
    },
    /** Another window saves, and this one does not know yet. */
    anotherUntold: (text: string) => {
      inStore = text;
    },
    hold: () => {
      isHeld = true;
    },
    answer: async () => {
      await waitFor(() => expect(release).not.toBeNull());
      isHeld = false;
      await act(async () => release?.());
    },
  };
}

it('shows what another window wrote while nothing is typed here', async () => {
  const { field, another } = show();
  await another('theirs');
  expect(field().value).toBe('theirs');
});

it('keeps the letters that are typed while a save is in flight', async () => {
  const { field, hold, answer, main } = show('');
  const user = userEvent.setup();
  hold();
  await user.click(field());
  await user.paste('a secret');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await user.keyboard('{End} and more');
  await answer();
  expect(field().value).toBe('a secret and more');
  await user.click(screen.getByRole('button', { name: 'Save notes' }));
  await waitFor(() => expect(field().value).toBe('a [redacted] and more'));
  expect(main.inputsOf('cases', 'note')).toHaveLength(2);
  expect(screen.getByText('Saved')).toBeDefined();
});

it('keeps a text that was typed back to the earlier notes while a save is in flight', async () => {
  const { field, hold, answer } = show('a');
  const user = userEvent.setup();
  hold();
  await user.type(field(), 'b{Control>}{Enter}{/Control}{Backspace}');
  await answer();
  expect([field().value, screen.getByRole('button', { name: 'Save notes' }).hasAttribute('disabled')]).toEqual([
    'a',
    false,
  ]);
});

it('tells a change of another window, and the person chooses', async () => {
  const { field, another, main } = show();
  const user = userEvent.setup();
  await user.type(field(), ' mine');
  await another('theirs');
  expect(field().value).toBe('first mine');
  expect(screen.getByRole('alert').textContent).toContain('theirs');
  await user.type(field(), '{Control>}{Enter}{/Control}');
  expect(main.inputsOf('cases', 'note')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Keep what I typed' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await another('theirs again');
  await user.click(screen.getByRole('button', { name: 'Use the saved notes' }));
  expect([field().value, screen.queryByRole('alert'), document.activeElement === field()]).toEqual([
    'theirs again',
    null,
    true,
  ]);
});

it('keeps both texts when another window saved before this one knew, and the person chooses', async () => {
  const { field, anotherUntold, main } = show();
  const user = userEvent.setup();
  await user.type(field(), ' mine');
  anotherUntold('theirs');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect((await screen.findByRole('alert')).textContent).toContain('theirs');
  expect([field().value, screen.queryByText('Saved')]).toEqual(['first mine', null]);
  await user.click(screen.getByRole('button', { name: 'Keep what I typed' }));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(screen.getByText('Saved')).toBeDefined());
  expect(main.inputsOf('cases', 'note')).toMatchObject([{ from: 'first' }, { from: 'theirs' }]);
});

it('does not say that notes were saved when the person took those of another window', async () => {
  const { field, anotherUntold } = show();
  const user = userEvent.setup();
  await user.type(field(), ' mine');
  anotherUntold('theirs');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await user.click(await screen.findByRole('button', { name: 'Use the saved notes' }));
  expect([field().value, screen.queryByText('Saved')]).toEqual(['theirs', null]);
});

it('follows the saved notes again once the typed text is the same', async () => {
  const { field, another } = show();
  await userEvent.setup().type(field(), '!{Backspace}');
  await another('theirs');
  expect([field().value, screen.queryByRole('alert')]).toEqual(['theirs', null]);
});

it('keeps what was typed over a visit of another page', async () => {
  const first = show();
  await userEvent.setup().type(first.field(), ' mine');
  first.unmount();
  expect(show().field().value).toBe('first mine');
});
