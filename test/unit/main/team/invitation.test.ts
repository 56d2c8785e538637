/** An invitation opens with its passphrase and its half key only, once, within a day; everything else is a sentence. */
import { hkdfSync, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DeriveKey, deriveInThread } from '../../../../src/main/team/joining/derive-key.ts';
import {
  INVITATION_MS,
  INVITATION_PROBLEMS,
  makeInvitation,
  openInvitation,
} from '../../../../src/main/team/joining/invitation.ts';
import { newPassphrase, readPassphrase } from '../../../../src/main/team/joining/passphrase.ts';
import { TeamKey } from '../../../../src/main/team/team-key.ts';
import { PRESET_LIMITS } from '../../../../src/shared/model/rates.ts';
import { PRESET_TOKEN_RULES } from '../../../../src/shared/model/token-rules.ts';

const NOW = Date.UTC(2026, 10, 28, 9);
/** In place of Argon2id, which takes a quarter of a second. */
const quick: DeriveKey = async ({ passphrase, salt }) => new Uint8Array(hkdfSync('sha256', passphrase, salt, '', 32));

const door = { host: 'engine.planted.test', port: 6379, ca: null, user: 'planted-user', password: 'planted-pw' };
const connection = {
  name: 'planted office',
  presetId: 'guesty' as const,
  addresses: {
    baseUrl: 'https://api.planted.test',
    authUrl: 'https://api.planted.test',
    bookingBaseUrl: '',
    bookingAuthUrl: '',
  },
  openApi: { clientId: 'planted-client' },
  applications: [],
  limits: PRESET_LIMITS,
  tokenRules: PRESET_TOKEN_RULES,
};
const teamKey = TeamKey.generate();
const passphrase = newPassphrase();
const deps = { derive: quick, now: () => NOW, id: () => randomUUID() };
const invited = await makeInvitation(deps, { door, team: 'f00d', teamKey, connection }, passphrase);
const opened = (file: string, secret = passphrase, now = NOW) =>
  openInvitation({ derive: quick, now: () => now }, file, secret);

async function joined(file: string, half: string | null, now = NOW) {
  const invitation = await opened(file, passphrase, now);
  return 'problem' in invitation ? invitation : invitation.join(half);
}

it('leads to the engine by the passphrase, and into the team by the half key', async () => {
  const invitation = await opened(invited.file);
  expect(invitation).toMatchObject({ id: invited.id, door });
  const team = await joined(invited.file, invited.half);
  expect(team).toMatchObject({ connection });
  expect('teamKey' in team && team.teamKey.id).toBe(teamKey.id);
});

it('shows nothing in the file or the half key', () => {
  const text = `${invited.file}${invited.half}${JSON.stringify(invited)}`;
  const plain = text + Buffer.from(invited.file.replaceAll(/\W/g, ''), 'base64').toString('latin1');
  for (const secret of ['planted', teamKey.reveal().reveal(), passphrase.reveal()]) expect(plain).not.toContain(secret);
});

it('says what is wrong', async () => {
  const other = await makeInvitation(deps, { door, team: 'f00d', teamKey, connection }, passphrase);
  const file = JSON.parse(invited.file);
  const changed = (change: object) => JSON.stringify({ ...file, ...change });
  const cases = [
    [await opened(invited.file, newPassphrase()), 'wrongPassphrase'],
    [await joined(invited.file, null), 'used'],
    [await joined(invited.file, null, NOW + INVITATION_MS), 'stale'],
    [await joined(invited.file, other.half), 'changed'],
    [await opened(changed({ expiresAt: NOW + 2 * INVITATION_MS })), 'changed'],
    [await opened(changed({ door: JSON.parse(other.file).door })), 'changed'],
    [await joined(changed({ team: JSON.parse(other.file).team }), invited.half), 'changed'],
    [await opened(changed({ version: 2, more: 1 })), 'laterVersion'],
    [await opened(changed({ more: 1 })), 'notAnInvitation'],
    [await opened(invited.file.slice(0, -9)), 'notAnInvitation'],
    [await opened('x'.repeat(200_000)), 'notAnInvitation'],
  ] as const;
  for (const [answer, problem] of cases) expect(answer).toEqual({ problem });
  expect(new Set(cases.map(([, problem]) => INVITATION_PROBLEMS[problem])).size).toBe(6);
});

it('no changed bit of a part is accepted', async () => {
  const file: Record<string, string> = JSON.parse(invited.file);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('salt', 'check', 'door', 'team'), fc.nat(), async (part, chance) => {
      const bytes = Buffer.from(file[part] ?? '', 'base64');
      const bit = chance % (bytes.length * 8);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const answer = await joined(JSON.stringify({ ...file, [part]: bytes.toString('base64') }), invited.half);
      expect(answer).toEqual({ problem: part === 'salt' || part === 'check' ? 'wrongPassphrase' : 'changed' });
    }),
    { numRuns: 40 },
  );
});

it('takes a passphrase however it is typed, and names the word that is none', () => {
  const words = passphrase.reveal().split(' ');
  expect(words).toHaveLength(6);
  const typed = readPassphrase(`  ${words.join(' – ').toUpperCase()}.\n`);
  expect('passphrase' in typed && typed.passphrase.reveal()).toBe(passphrase.reveal());
  expect(readPassphrase(words.slice(1).join(' '))).toEqual({ problem: expect.stringContaining('has 5') });
  const wrong = readPassphrase(['zzyzx', ...words.slice(1)].join(' '));
  expect(wrong).toEqual({ problem: expect.stringContaining('“zzyzx”') });
});

it('derives by Argon2id in a thread', async () => {
  const script = new URL('../../../../src/main/team/joining/passphrase-worker.ts', import.meta.url);
  const key = await deriveInThread(script)({ passphrase: 'a b c d e f', salt: Buffer.from('0123456789abcdef') });
  // The value of Node's own function for 64 MiB, three passes and one lane.
  expect(Buffer.from(key).toString('hex')).toBe('573bc01292fa3b3f08a5f1c26bb0de2bb88a857f56305893a45727ac33849e7f');
});
