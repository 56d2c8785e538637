import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { JsonView } from '../../../../src/renderer/actions/json-view.tsx';
import { renderWithMain } from '../../../support/render.tsx';

const copyText = { app: { copyText: () => null } };

describe('JsonView', () => {
  it('is a tree with keyboard operation', async () => {
    renderWithMain(<JsonView label="Answer" value={{ results: [{ _id: 'a' }], count: 1 }} />, { answers: copyText });
    const tree = screen.getByRole('tree', { name: 'Answer' });
    expect(screen.getAllByRole('treeitem')).toHaveLength(4);
    tree.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
    expect(screen.getByText('"a"')).toBeTruthy();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(screen.getAllByRole('treeitem')).toHaveLength(3);
    await userEvent.keyboard('{Home}{ArrowLeft}');
    expect(screen.getAllByRole('treeitem')).toHaveLength(1);
  });

  it('copies the whole value through main', async () => {
    const { main } = renderWithMain(<JsonView label="Answer" value={{ a: [1] }} />, { answers: copyText });
    await userEvent.click(screen.getByRole('button', { name: 'Copy the JSON' }));
    expect(main.inputsOf('app', 'copyText')).toEqual([{ text: '{\n  "a": [\n    1\n  ]\n}' }]);
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  });
});
