import { describe, expect, it } from 'vitest';
import { readSystemPolicies } from '../../../../src/main/platform/system-policies.ts';
import { readPolicies } from '../../../../src/main/policies/read-policies.ts';

const ran: string[] = [];
/** What a person finds in the policies of a machine whose program answers with this text, or fails with this status. */
async function policiesOf(platform: NodeJS.Platform, answer: string | number, exists = true) {
  const system = await readSystemPolicies({
    ...{ platform, env: { SystemRoot: 'D:\\Windows' }, appId: 'com.example.latchkey' },
    run: async (program, args) => {
      ran.push([program, ...args].join(' '));
      if (typeof answer === 'number') throw Object.assign(new Error('failed'), { code: answer });
      return answer;
    },
    exists: async () => exists,
  });
  return readPolicies('/nowhere/policies.json', system);
}

const KEY = 'HKLM\\Software\\Policies\\Latchkey';
const registry = (...lines: string[]) =>
  ['', 'HKEY_LOCAL_MACHINE\\Software\\Policies\\Latchkey', ...lines.map((line) => `    ${line}`), '', ''].join('\r\n');

/** The problem, with a sentence about what to do. */
const problem = (said: string) => ({
  policies: expect.objectContaining({ updates: 'off', programs: 'off' }),
  problems: [expect.stringMatching(new RegExp(`^${RegExp.escape(said)} Ask your administrator to .*\\.$`))],
});
const set = (policies: object) => ({ policies, problems: [] });

describe('the registry of Windows', () => {
  it.each<[lines: string[], found: unknown]>([
    [['updates    REG_SZ    tell', 'updateChannel    REG_SZ    beta'], set({ updates: 'tell', updateChannel: 'beta' })],
    [['(Standard)    REG_SZ    something', 'updates    REG_SZ    off'], set({ updates: 'off' })],
    [[], set({})],
    [
      ['journalDays    REG_DWORD    0x1e', 'guestDays    REG_SZ    90', 'allowedHosts    REG_SZ    api.a.com, *.b.com'],
      set({ journalDays: 30, guestDays: 90, allowedHosts: ['api.a.com', '*.b.com'] }),
    ],
    [['updates    REG_DWORD    0x0'], problem(`The policy “updates” in ${KEY} has a value that is not allowed.`)],
    [['updates    REG_EXPAND_SZ    off'], problem(`The policy “updates” in ${KEY} has a value that is not allowed.`)],
    [['updates    REG_SZ    never'], problem(`The policy “updates” in ${KEY} has a value that is not allowed.`)],
    [['updates    REG_SZ    '], problem(`The policy “updates” in ${KEY} has a value that is not allowed.`)],
    [['my proxy    REG_SZ    off'], problem(`The policy “my proxy” in ${KEY} is unknown.`)],
  ])('with %j', async (lines, found) => {
    expect(await policiesOf('win32', registry(...lines))).toEqual(found);
    expect(ran.at(-1)).toBe(`D:\\Windows\\System32\\reg.exe query ${KEY} /reg:64`);
  });

  it('without the key has none, and is named when it cannot be read', async () => {
    expect(await policiesOf('win32', 1)).toEqual(set({}));
    expect(await policiesOf('win32', 5)).toEqual(problem(`The policies in ${KEY} cannot be read.`));
  });
});

describe('the managed preferences of macOS', () => {
  const place = '/Library/Managed Preferences/com.example.latchkey.plist';
  it.each<[json: string | number, found: unknown]>([
    ['{"updates":"off"}', set({ updates: 'off' })],
    ['{"updates":true}', problem(`The policy “updates” in ${place} has a value that is not allowed.`)],
    ['{"Updates":"off"}', problem(`The policy “Updates” in ${place} is unknown.`)],
    ['[]', problem(`The policies in ${place} are not an object.`)],
    ['not JSON', problem(`The policies in ${place} cannot be read.`)],
    [1, problem(`The policies in ${place} cannot be read.`)],
  ])('with %j', async (json, found) => {
    expect(await policiesOf('darwin', json)).toEqual(found);
    expect(ran.at(-1)).toBe(`/usr/bin/plutil -convert json -o - ${place}`);
  });

  it('are none without their file, and on Linux no program is run', async () => {
    ran.length = 0;
    expect(await policiesOf('darwin', '{"updates":"off"}', false)).toEqual(set({}));
    expect(await policiesOf('linux', '{"updates":"off"}')).toEqual(set({}));
    expect(ran).toEqual([]);
  });
});
