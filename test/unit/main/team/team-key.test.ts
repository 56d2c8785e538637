/** A record of the engine is used only as it was sealed: a changed, swapped, cut, older or foreign one is told apart. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RECORD_PROBLEMS, TeamKey } from '../../../../src/main/team/team-key.ts';

const NOW = Date.UTC(2026, 10, 28, 9);
const key = new TeamKey(randomBytes(32));
const name = key.nameOf('quota', 'planted-client');
const record = { generation: 7, expiresAt: NOW + 1000, value: 'planted-token' };
const sealed = key.seal(name, record);

it('a record opens under its name, with its key, until it expires', () => {
  expect(key.open(name, sealed, { seen: 7, now: NOW })).toEqual({ record });
  expect(key.open(name, sealed, { seen: 0, now: NOW + 1000 })).toEqual({ problem: 'expired' });
});

it('a replayed, swapped, foreign or cut record is told, never used', () => {
  const other = new TeamKey(randomBytes(32));
  expect(key.open(name, sealed, { seen: 8, now: NOW })).toEqual({ problem: 'replayed' });
  expect(key.open(key.nameOf('quota', 'another'), sealed, { seen: 0, now: NOW })).toEqual({ problem: 'changed' });
  expect(key.open(name, sealed.replace('.7.', '.9.'), { seen: 8, now: NOW })).toEqual({ problem: 'changed' });
  expect(other.open(name, sealed, { seen: 0, now: NOW })).toEqual({ problem: 'otherKey' });
  for (let length = 0; length < sealed.length; length += 1)
    expect(key.open(name, sealed.slice(0, length), { seen: 0, now: NOW })).toHaveProperty('problem');
  for (const sentence of Object.values(RECORD_PROBLEMS))
    expect(sentence).toMatch(/It was not used\.$|, so ask who runs it to /);
});

it('no changed bit of the content is accepted', () => {
  const [head = '', generation = '', content = ''] = sealed.split('.');
  const bytes = Buffer.from(content, 'base64url');
  fc.assert(
    fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const text = [head, generation, changed.toString('base64url')].join('.');
      expect(key.open(name, text, { seen: 0, now: NOW })).toEqual({ problem: 'changed' });
    }),
    { numRuns: 60 },
  );
});

it('names are 128 bits, differ by key, kind and text, and show nothing of the text', () => {
  expect(Buffer.from(name, 'base64url')).toHaveLength(16);
  expect(name).toBe(new TeamKey(Buffer.from(key.reveal().reveal(), 'base64')).nameOf('quota', 'planted-client'));
  const names = [name, key.nameOf('token', 'planted-client'), key.nameOf('quota', 'planted-client2')];
  expect(new Set([...names, TeamKey.generate().nameOf('quota', 'planted-client')]).size).toBe(4);
  expect(`${sealed}${name}`).not.toContain('planted');
  expect(() => new TeamKey(randomBytes(16))).toThrow('32 bytes');
});
