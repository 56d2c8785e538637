import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Select } from '../../../../src/renderer/ui/select.tsx';
import { renderWithMain } from '../../../support/render.tsx';

it('draws no options before it is reached, and the first arrow key then begins at the chosen one', async () => {
  vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
  const onChange = vi.fn();
  const data = ['None', 'By guest', 'By week'];
  renderWithMain(<Select aria-label="Group" data={data} value="By guest" onChange={onChange} />);
  expect(screen.queryAllByRole('option', { hidden: true })).toEqual([]);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(onChange).toHaveBeenCalledWith('By week', expect.anything());
});
