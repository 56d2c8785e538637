import { format, inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../../src/main/vault/secret.ts';

const PLANTED = 'planted-7f3a-secret';

describe('Secret', () => {
  const secret = new Secret(PLANTED);

  it('is readable by reveal only', () => {
    expect(secret.reveal()).toBe(PLANTED);
  });

  it.each<[string, () => string]>([
    ['JSON', () => JSON.stringify({ deep: [{ secret }] })],
    ['a template', () => `${secret}`],
    ['concatenation', () => `a${String(secret)}`],
    ['inspect', () => inspect({ secret })],
    ['inspect without custom functions', () => inspect(secret, { customInspect: false, showHidden: true, depth: 9 })],
    ['inspect of a map', () => inspect(new Map([[secret, secret]]), { showHidden: true })],
    ['format', () => format('%s %o %O %j', secret, secret, secret, secret)],
    ['an error message', () => String(new Error(`failed with ${secret}`).stack)],
    ['an error cause', () => inspect(new Error('failed', { cause: secret }))],
    ['entries', () => JSON.stringify([Object.entries(secret), Reflect.ownKeys(secret)])],
    ['a spread copy', () => inspect({ ...secret })],
    ['Object.prototype.toString', () => Object.prototype.toString.call(secret)],
    ['a structured clone', () => inspect(structuredClone({ secret }), { showHidden: true })],
  ])('is not in %s', (_, text) => {
    expect(text()).not.toContain(PLANTED);
  });

  it('has the tag Secret', () => {
    expect(`${secret}`).toBe('[secret]');
    expect(JSON.stringify(secret)).toBe('"[secret]"');
    expect(inspect(secret)).toBe('[secret]');
  });
});
