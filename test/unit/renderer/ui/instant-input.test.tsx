import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { setFormats } from '../../../../src/renderer/text/format.ts';
import { InstantInput } from '../../../../src/renderer/ui/instant-input.tsx';

const mount = (field: ReactNode) => render(<MantineProvider env="test">{field}</MantineProvider>);

afterEach(() => setFormats({ locale: 'en-US', clock: 'h23' }));

it('takes a time of day with the hours that are chosen for all times', async () => {
  setFormats({ locale: 'en-US', clock: 'locale' });
  const onChange = vi.fn();
  mount(<InstantInput label="From" value="2026-11-20T14:05" onChange={onChange} />);
  expect(screen.getByLabelText('From, hours')).toHaveProperty('value', '02');
  expect(screen.getByLabelText('From, AM or PM')).toHaveProperty('value', 'PM');
  await userEvent.selectOptions(screen.getByLabelText('From, AM or PM'), 'AM');
  expect(onChange).toHaveBeenLastCalledWith('2026-11-20T02:05');
});

it('has no AM and PM with 24 hours', () => {
  setFormats({ locale: 'en-US', clock: 'h23' });
  mount(<InstantInput label="From" value="2026-11-20T14:05" onChange={() => {}} />);
  expect(screen.getByLabelText('From, hours')).toHaveProperty('value', '14');
  expect(screen.queryByLabelText('From, AM or PM')).toBeNull();
});
