import { describe, expect, it } from 'vitest';
import { allPresets, presetOf, presetOperation } from '../../../../src/main/api/presets.ts';
import { checkAddress } from '../../../../src/shared/connection-input.ts';
import type { AddressKey } from '../../../../src/shared/model/connection.ts';
import { OperationId, Preset } from '../../../../src/shared/model/operation.ts';

describe('presets', () => {
  it.each(allPresets())('$id has every operation and addresses that a connection accepts', (preset) => {
    expect(Preset.parse(preset)).toEqual(preset);
    expect(preset.operations.map(({ id }) => id)).toEqual(OperationId.options);
    for (const [key, { value }] of Object.entries(preset.addresses))
      expect(checkAddress(key as AddressKey, value ?? '')).toEqual({ ok: true, value });
  });

  it('names the limits of the specification for the Booking Engine and none for the Open API', () => {
    const { rates } = presetOf('guesty');
    expect(rates.booking.rules.map(({ window, limit }) => [window, limit])).toEqual([
      ['second', 5],
      ['minute', 275],
      ['hour', 16_500],
    ]);
    expect(rates.openApi.rules).toEqual([]);
    expect(rates.openApi.remark).not.toBe('');
  });

  it('asks for searches as the specification says unless told otherwise', () => {
    const [first, second] = presetOperation('custom', 'search').variants;
    expect(first).toMatchObject({ id: 'v1-search', provenance: 'spec', shape: { method: 'GET', path: '/v1/search' } });
    expect(Object.keys(first?.shape.query ?? {})).toEqual([
      'checkIn',
      'checkOut',
      'guests',
      'adults',
      'children',
      'location',
    ]);
    expect(second).toMatchObject({ id: 'listings', provenance: 'observed', shape: { path: '/listings' } });
  });

  it('repeats reads only', () => {
    for (const { operations } of allPresets())
      for (const { variants } of operations)
        for (const { shape } of variants) expect(shape.repeatable).toBe(shape.method === 'GET');
  });
});
