import { describe, expect, it } from 'vitest';
import { allPresets, presetOf, presetOperation, rulesOf } from '../../../../src/main/api/presets.ts';
import { checkAddress } from '../../../../src/shared/connection/connection-input.ts';
import type { AddressKey } from '../../../../src/shared/model/connection.ts';
import { OperationId, Preset } from '../../../../src/shared/model/operation.ts';
import { type LimitChoices, PRESET_LIMITS } from '../../../../src/shared/model/rates.ts';
import { windowName } from '../../../../src/shared/text/window-name.ts';

describe('presets', () => {
  it.each(allPresets())('$id has every operation and addresses that a connection accepts', (preset) => {
    expect(Preset.parse(preset)).toEqual(preset);
    expect(preset.operations.map(({ id }) => id)).toEqual(OperationId.options);
    for (const [key, { value }] of Object.entries(preset.addresses))
      expect(checkAddress(key as AddressKey, value ?? '')).toEqual({ ok: true, value });
  });

  it('names the limits of the specification for the Booking Engine and none for the Open API', () => {
    const { rates } = presetOf('guesty');
    expect(rates.booking[0]?.rules.map(({ windowMs, limit }) => [windowName(windowMs), limit])).toEqual([
      ['second', 5],
      ['minute', 275],
      ['hour', 16_500],
    ]);
    expect(rates.openApi[0]?.rules).toEqual([]);
    expect(rates.openApi[0]?.remark).not.toBe('');
  });

  it('uses the chosen limit set, custom rules, or else the first set', () => {
    const rules = (limits: LimitChoices, api: 'openApi' | 'booking') => rulesOf({ presetId: 'guesty', limits }, api);
    expect(rules(PRESET_LIMITS, 'booking')).toHaveLength(3);
    expect(rules(PRESET_LIMITS, 'openApi')).toEqual([]);
    expect(rules({ ...PRESET_LIMITS, openApi: { kind: 'preset', setId: 'documented' } }, 'openApi')).toContainEqual({
      windowMs: 60_000,
      limit: 120,
    });
    expect(rules({ ...PRESET_LIMITS, booking: { kind: 'preset', setId: 'gone' } }, 'booking')).toHaveLength(3);
    const own = [{ windowMs: 10_000, limit: 7 }];
    expect(rules({ ...PRESET_LIMITS, booking: { kind: 'custom', rules: own } }, 'booking')).toEqual(own);
  });

  it('uses the search of the specification by default', () => {
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

  it('marks only reads as repeatable', () => {
    for (const { operations } of allPresets())
      for (const { variants } of operations)
        for (const { shape } of variants) expect(shape.repeatable).toBe(shape.method === 'GET');
  });
});
