import { describe, expect, it } from 'vitest';
import { allPresets } from '../../../../src/main/api/presets.ts';
import {
  checkNewConnection,
  emptyApplication,
  managerValues,
  type NewConnectionValues,
  presetAddresses,
  switchPreset,
  toNewConnection,
  withDraft,
} from '../../../../src/renderer/features/connections/new/new-connection-values.ts';
import { NewConnection } from '../../../../src/shared/model/connection.ts';

const guesty = allPresets().find((preset) => preset.id === 'guesty');
const custom = allPresets().find((preset) => preset.id === 'custom');
const values = (changes: Partial<NewConnectionValues> = {}): NewConnectionValues => ({
  presetId: 'guesty',
  name: 'Harbour Stays',
  addresses: presetAddresses(guesty),
  withOpenApi: true,
  openApi: { clientId: 'client', clientSecret: 'planted-value' },
  applications: [],
  ...changes,
});

describe('the values of a new connection', () => {
  it('are valid with the addresses of the preset', () => {
    expect(checkNewConnection(values())).toEqual({});
    expect(() => NewConnection.parse(toNewConnection(values({ applications: [emptyApplication('k')] })))).not.toThrow();
  });
  it('need only the addresses of the APIs that have credentials', () => {
    const empty = presetAddresses(undefined);
    expect(Object.keys(checkNewConnection(values({ addresses: empty })))).toEqual([
      'addresses.baseUrl',
      'addresses.authUrl',
    ]);
    expect(checkNewConnection(values({ addresses: empty, withOpenApi: false }))).toEqual({});
    expect(
      Object.keys(
        checkNewConnection(values({ addresses: empty, withOpenApi: false, applications: [emptyApplication('k')] })),
      ),
    ).toEqual([
      'addresses.bookingBaseUrl',
      'addresses.bookingAuthUrl',
      'applications.0.label',
      'applications.0.clientId',
      'applications.0.clientSecret',
    ]);
  });
  it('are taken as a manager means them: what is empty is not wanted, and a channel needs no name', () => {
    const channel = { ...emptyApplication('k'), clientId: 'c', clientSecret: 's' };
    const none = { clientId: '', clientSecret: '' };
    expect(managerValues(values({ applications: [emptyApplication('k')] })).applications).toEqual([]);
    expect(managerValues(values({ openApi: none, applications: [channel] }))).toMatchObject({
      withOpenApi: false,
      applications: [{ label: 'Website', clientId: 'c' }],
    });
    // With nothing filled in, the account's fields are reported.
    expect(
      Object.keys(checkNewConnection(managerValues(values({ openApi: none, applications: [emptyApplication('k')] })))),
    ).toEqual(['openApi.clientId', 'openApi.clientSecret']);
  });
  it('keep typed addresses when the preset changes', () => {
    const typed = { ...presetAddresses(guesty), baseUrl: 'https://mine.example.com' };
    expect(switchPreset(typed, guesty, custom)).toEqual({
      ...presetAddresses(custom),
      baseUrl: 'https://mine.example.com',
    });
  });
});

describe('the draft from a file of another client', () => {
  const presetOf = (id: string) => allPresets().find((preset) => preset.id === id);
  const draft = {
    ...{ format: 'Bruno' as const, file: '/x.bru', name: 'From a file', presetId: 'custom' as const, secretsInFile: 1 },
    addresses: { baseUrl: 'https://api.example.com', authUrl: '', bookingBaseUrl: '', bookingAuthUrl: '' },
    ...{ openApiClientId: 'id-1', applicationClientId: null, openApiSecret: null, applicationSecret: null },
  };

  it('fills in what it has, keeps what was typed, and leaves no address of another service', () => {
    const filled = withDraft(values(), draft, presetOf);
    expect(filled).toMatchObject({
      name: 'Harbour Stays',
      presetId: 'custom',
      openApi: { clientId: 'id-1', clientSecret: '' },
    });
    expect(filled.addresses).toEqual({ ...presetAddresses(custom), baseUrl: 'https://api.example.com' });
    const booking = {
      ...draft,
      presetId: 'guesty' as const,
      addresses: null,
      openApiClientId: null,
      applicationClientId: 'id-2',
    };
    expect(withDraft(values({ name: '' }), booking, presetOf)).toMatchObject({
      ...{ name: 'From a file', addresses: presetAddresses(guesty), withOpenApi: false },
      applications: [{ label: 'Website', clientId: 'id-2', clientSecret: '' }],
    });
    const addresses = { ...presetAddresses(guesty), baseUrl: 'https://typed.example.com' };
    expect(withDraft(values({ addresses }), { ...draft, presetId: null, addresses: null }, presetOf)).toMatchObject({
      ...{ presetId: 'guesty', addresses, openApi: { clientId: 'id-1' } },
    });
  });
});
