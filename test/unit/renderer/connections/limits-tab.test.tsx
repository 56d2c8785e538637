import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { allPresets } from '../../../../src/main/api/presets.ts';
import { LimitsTab } from '../../../../src/renderer/features/connections/limits/limits-tab.tsx';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { ConnectionChanges } from '../../../../src/shared/model/connection.ts';
import { type LimitChoice, PRESET_LIMITS } from '../../../../src/shared/model/rates.ts';
import { connectionFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

function show(booking: LimitChoice = PRESET_LIMITS.booking, update: (changes: ConnectionChanges) => void = () => {}) {
  const connection = connectionFixture({ limits: { ...PRESET_LIMITS, booking } });
  return renderWithMain(<LimitsTab connection={connection} />, {
    page: 'connections',
    answers: {
      connections: {
        presets: allPresets,
        update: (changes) => {
          update(changes);
          return connection;
        },
      },
    },
  });
}
const card = (name: string) => screen.findByRole('region', { name });
const CUSTOM: LimitChoice = { kind: 'custom', rules: [{ windowMs: 60_000, limit: 100 }] };

describe('the limits of a connection', () => {
  it('shows the sets of each API with their provenance', async () => {
    show();
    const booking = await card('Booking Engine API');
    const published = within(booking).getByRole<HTMLInputElement>('radio', {
      name: 'Published limit: 5 per second, 275 per minute, 16,500 per hour',
    });
    expect(published.checked).toBe(true);
    expect(within(booking).getByRole('button', { name: /^Specified/ })).toBeTruthy();
    const open = within(await card('Open API'));
    expect(
      open.getByRole<HTMLInputElement>('radio', {
        name: 'No limit: only server-reported limits apply',
      }).checked,
    ).toBe(true);
    expect(
      open.getByRole('radio', { name: /^Documented limit: 15 per second, 120 per minute, 5,000 per hour/ }),
    ).toBeTruthy();
  });

  it('saves a set when a person selects it', async () => {
    const { main } = show();
    const open = within(await card('Open API'));
    await userEvent.click(open.getByRole('radio', { name: /^Documented limit/ }));
    await waitFor(() =>
      expect(main.inputsOf('connections', 'update')).toEqual([
        { id: 'conn-1', limits: { openApi: { kind: 'preset', setId: 'documented' } } },
      ]),
    );
  });

  it('copies the rules in use into the form, warns when a published limit is exceeded, and saves on Enter', async () => {
    const { main } = show();
    const booking = within(await card('Booking Engine API'));
    await userEvent.click(booking.getByRole('radio', { name: 'Custom rules' }));
    expect(booking.getAllByRole('textbox').map((field) => (field as HTMLInputElement).value)).toEqual([
      '5',
      '275',
      '16500',
    ]);
    const perMinute = booking.getByRole('textbox', { name: 'Requests of rule 2' });
    fireEvent.change(perMinute, { target: { value: '300' } });
    expect(
      booking.getByText('These rules exceed “Published limit” (275 per minute): the service may answer 429.'),
    ).toBeTruthy();
    fireEvent.change(perMinute, { target: { value: '200' } });
    expect(booking.queryByText(/These rules exceed/)).toBeNull();
    await userEvent.click(booking.getByRole('button', { name: 'Remove rule 3' }));
    expect(main.inputsOf('connections', 'update')).toEqual([]);
    await userEvent.type(perMinute, '{Enter}');
    await waitFor(() =>
      expect(main.inputsOf('connections', 'update')).toEqual([
        {
          id: 'conn-1',
          limits: {
            booking: {
              kind: 'custom',
              rules: [
                { windowMs: 1_000, limit: 5 },
                { windowMs: 60_000, limit: 200 },
              ],
            },
          },
        },
      ]),
    );
  });

  it('adds a window of another length and shows the issue of an invalid field', async () => {
    const { main } = show(CUSTOM);
    const booking = within(await card('Booking Engine API'));
    expect(booking.getByRole('button', { name: 'In use' }).hasAttribute('disabled')).toBe(true);
    await userEvent.click(booking.getByRole('button', { name: 'Add a rule' }));
    await userEvent.click(booking.getByRole('button', { name: 'Use these rules' }));
    expect(booking.getByText('There is already a limit per minute.')).toBeTruthy();
    const requests = booking.getByRole('textbox', { name: 'Requests of rule 2' });
    await waitFor(() => expect(document.activeElement).toBe(requests));
    fireEvent.change(requests, { target: { value: '30' } });
    await userEvent.selectOptions(booking.getByRole('combobox', { name: 'Window of rule 2' }), 'other');
    fireEvent.change(booking.getByRole('textbox', { name: 'Seconds of rule 2' }), { target: { value: '10' } });
    await userEvent.click(booking.getByRole('button', { name: 'Use these rules' }));
    await waitFor(() => expect(main.inputsOf('connections', 'update')).toHaveLength(1));
    expect(main.inputsOf('connections', 'update')[0]).toMatchObject({
      limits: {
        booking: {
          rules: [
            { windowMs: 10_000, limit: 30 },
            { windowMs: 60_000, limit: 100 },
          ],
        },
      },
    });
  });

  it('keeps typed values when saving fails', async () => {
    show(CUSTOM, () => {
      throw new AppError('storageFailed', { what: 'The connection', reason: 'no space' });
    });
    const booking = within(await card('Booking Engine API'));
    const field = booking.getByRole<HTMLInputElement>('textbox', { name: 'Requests of rule 1' });
    fireEvent.change(field, { target: { value: '90' } });
    await userEvent.click(booking.getByRole('button', { name: 'Use these rules' }));
    expect((await booking.findByRole('alert')).textContent).toContain('no space');
    expect(field.value).toBe('90');
  });

  it('explains an empty set of custom rules', async () => {
    show({ kind: 'custom', rules: [] });
    const booking = within(await card('Booking Engine API'));
    expect(booking.getByText('No custom limits; server-reported limits apply.')).toBeTruthy();
    expect(booking.getByText('In use: only server-reported limits apply.')).toBeTruthy();
    expect(booking.getByText(/^These rules exceed “Published limit”/)).toBeTruthy();
  });
});

describe('the token rules of a connection', () => {
  it('show the published quota with its provenance, and save another choice', async () => {
    const { main } = show();
    const tokens = within(await card('Tokens of the Open API'));
    const published = tokens.getByRole<HTMLInputElement>('radio', {
      name: 'Published quota: 5 issuances in 24 h, a token lives 24 h',
    });
    expect(published.checked).toBe(true);
    expect(tokens.getByRole('button', { name: /^Specified/ })).toBeTruthy();
    await userEvent.click(tokens.getByRole('radio', { name: /^No quota/ }));
    await waitFor(() =>
      expect(main.inputsOf('connections', 'update')).toEqual([
        { id: 'conn-1', tokenRules: { openApi: { kind: 'preset', setId: 'none' } } },
      ]),
    );
  });

  it('explain what cannot be used, and keep it', async () => {
    const { main } = show();
    const tokens = within(await card('Tokens of the Open API'));
    await userEvent.click(tokens.getByRole('radio', { name: /^Own quota/ }));
    const quota = tokens.getByLabelText<HTMLInputElement>(/^Tokens in 24 hours/);
    const hours = tokens.getByLabelText<HTMLInputElement>('Lifetime in hours');
    fireEvent.change(quota, { target: { value: 'five' } });
    fireEvent.change(hours, { target: { value: '-1' } });
    expect(tokens.getByText('Enter a whole number from 1 to 100,000, or nothing for no quota.')).toBeTruthy();
    expect(tokens.getByText('Enter hours from 0.02 (a minute) to 8,784 (a year).')).toBeTruthy();
    expect([quota.value, hours.value]).toEqual(['five', '-1']);
    expect(tokens.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    expect(main.inputsOf('connections', 'update')).toEqual([]);
  });

  it('may be the person’s own', async () => {
    const { main } = show();
    const tokens = within(await card('Tokens of the Open API'));
    await userEvent.click(tokens.getByRole('radio', { name: /^Own quota/ }));
    await userEvent.clear(tokens.getByLabelText(/^Tokens in 24 hours/));
    await userEvent.clear(tokens.getByLabelText('Lifetime in hours'));
    expect(tokens.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await userEvent.type(tokens.getByLabelText('Lifetime in hours'), '1');
    await userEvent.click(tokens.getByRole('button', { name: 'Save' }));
    const rules = { unit: 'issuances', limit: null, lifetimeMs: 3_600_000 };
    await waitFor(() =>
      expect(main.inputsOf('connections', 'update')).toEqual([
        { id: 'conn-1', tokenRules: { openApi: { kind: 'custom', rules } } },
      ]),
    );
  });
});
