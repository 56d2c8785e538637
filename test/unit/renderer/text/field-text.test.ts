import { describe, expect, it } from 'vitest';
import { addressText, fieldText } from '../../../../src/renderer/text/field-text.ts';

describe('fieldText', () => {
  it('formats money with and without a currency', () => {
    expect(fieldText('money', 80)).toBe('80.00');
    expect(fieldText('money', '1200.5')).toBe('1,200.50');
    expect(fieldText('text', '1200.5')).toBe('1200.5');
    expect(fieldText('money', { amount: 80, currency: 'USD' })).toContain('80.00');
  });
  it('shortens lists and objects', () => {
    expect(fieldText('list', ['Wifi', 'Pool'])).toBe('Wifi, Pool');
    expect(fieldText('list', ['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d and 3 more');
    expect(fieldText('list', [{ a: 1 }, { a: 2 }])).toBe('2 items');
    expect(fieldText('object', { a: 1, b: 2, c: 3, d: 4 })).toBe('{ a, b, c, … }');
  });
  it('joins the parts of an address', () => {
    expect(addressText({ full: 'Quay 1, Porto' })).toBe('Quay 1, Porto');
    expect(fieldText('address', { city: 'Porto', country: 'Portugal' })).toBe('Porto, Portugal');
  });
  it('keeps identifiers and invalid dates unchanged', () => {
    expect(fieldText('identifier', 1234567)).toBe('1234567');
    expect(fieldText('date', 'next week')).toBe('next week');
    expect(fieldText('text', null)).toBe('');
  });
});
