import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler, useState } from 'react';
import { expect, it } from 'vitest';
import { SearchInput } from '../../../../src/renderer/ui/search-input.tsx';

const field = () => screen.getByRole('textbox', { name: 'Filter' });

function Page({ onDraw }: { onDraw: () => void }) {
  const [text, setText] = useState('');
  return (
    <MantineProvider>
      <Profiler id="field" onRender={onDraw}>
        <SearchInput label="Filter" maxLength={20} value={text} onChange={setText} />
      </Profiler>
      <p role="status">Rows with “{text}”</p>
      <button type="button" onClick={() => setText('')}>
        All
      </button>
    </MantineProvider>
  );
}

it('shows each character before the list that it filters, and a text that the page sets', async () => {
  const drawn: string[] = [];
  render(
    <Page onDraw={() => drawn.push(`${field().getAttribute('value')}: ${screen.getByRole('status').textContent}`)} />,
  );
  await userEvent.type(field(), 'l');
  expect(drawn.slice(-2)).toEqual(['l: Rows with “”', 'l: Rows with “l”']);
  await userEvent.type(field(), 'o');
  expect(screen.getByRole('status').textContent).toBe('Rows with “lo”');
  await userEvent.click(screen.getByRole('button', { name: 'All' }));
  expect(field()).toHaveProperty('value', '');
  await userEvent.type(field(), 'lo{Escape}');
  expect(field()).toHaveProperty('value', '');
  expect(screen.getByRole('status').textContent).toBe('Rows with “”');
});
