import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { policyFile } from '../../../../src/main/platform/policy-file.ts';
import { readPolicies } from '../../../../src/main/policies/read-policies.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

let file: string;
beforeEach(() => {
  file = join(makeTempFolder(), 'policies.json');
});
afterEach(() => removeTempFolder(join(file, '..')));

const set = (policies: object) => ({ policies, problems: [] });
const OFF = { updates: 'off', programs: 'off' };

describe('the policies of the administrator', () => {
  it('are none without a file', async () => {
    expect(await readPolicies(file)).toEqual(set({}));
    expect(await readPolicies(join(file, 'policies.json'))).toEqual(set({}));
    writeFileSync(file, '');
    expect(await readPolicies(join(file, 'policies.json'))).toEqual(set({}));
  });

  it('are read', async () => {
    const policies = {
      ...{ updates: 'tell', updateChannel: 'beta', programs: 'off', journalDays: 30, guestDays: 365 },
      ...{ lock: 'required', lockMinutes: 5, whileLocked: 'stop' },
      allowedHosts: ['api.example.com', '*.example.net'],
    };
    writeFileSync(file, JSON.stringify({ ...policies, allowedHosts: ['API.example.com', '*.example.net'] }));
    expect(await readPolicies(file)).toEqual(set(policies));
  });

  const NAMES =
    'updates, updateChannel, programs, lock, lockMinutes, whileLocked, journalDays, guestDays, allowedHosts';
  it.each<[text: string, problem: RegExp, strictest?: object]>([
    ['', /are not JSON\. Ask your administrator to correct them/],
    ['{"updates": "off"', /are not JSON\. Ask your administrator to correct them/],
    ['"off"', /are not an object\. Ask your administrator to correct them/],
    ['null', /are not an object\. Ask your administrator to correct them/],
    ['[]', /are not an object\. Ask your administrator to correct them/],
    ['{"Updates": "off"}', new RegExp(`“Updates” in .* is unknown\\. Ask .* to remove it, or to name it ${NAMES}\\.$`)],
    ['{"updates": "off", "proxy": "evil"}', /“proxy” in .* is unknown/],
    ['{"updates": false}', /“updates” in .* not allowed\. Ask .* to set it to off or tell\.$/],
    ['{"updateChannel": "../latest"}', /“updateChannel” in .* latest or beta\.$/, { updateChannel: 'latest' }],
    ['{"programs": "on"}', /“programs” in .* set it to off\.$/],
    ['{"lock": true}', /“lock” in .* set it to required\.$/, { lock: 'required' }],
    ['{"lockMinutes": "soon"}', /“lockMinutes” in .* from 1 to 240\.$/, { lockMinutes: 1 }],
    ['{"whileLocked": "go on"}', /“whileLocked” in .* set it to stop\.$/, { whileLocked: 'stop' }],
    ['{"journalDays": 0}', /“journalDays” in .* from 1 to 3650\.$/],
    ['{"guestDays": "3O"}', /“guestDays” in .* from 1 to 3650\.$/],
    ['{"allowedHosts": "https://a.com/"}', /“allowedHosts” in .* or \*\.example\.com\.$/, { allowedHosts: [] }],
    ['{"allowedHosts": ["a.com", 1]}', /“allowedHosts” in .* or \*\.example\.com\.$/, { allowedHosts: [] }],
  ])('%s is named, and loosens nothing', async (text, problem, strictest = {}) => {
    writeFileSync(file, text);
    const { policies, problems } = await readPolicies(file);
    expect(policies).toEqual({ ...OFF, ...strictest });
    expect(problems).toEqual([expect.stringMatching(problem)]);
    expect(problems[0]).toContain(file);
  });

  it('are all named when several are wrong, and the right ones hold', async () => {
    writeFileSync(file, '{ "a": 1, "updates": 1, "journalDays": 7 }');
    const { policies, problems } = await readPolicies(file);
    expect(policies).toEqual({ ...OFF, journalDays: 7 });
    expect(problems).toHaveLength(2);
  });

  it('of the system replace those of the file, and each unusable source is named', async () => {
    writeFileSync(file, '{ "updates": "tell", "updateChannel": "beta" }');
    const at = (values: unknown) => readPolicies(file, { place: 'the registry', values });
    expect(await at({ updates: 'off' })).toEqual(set({ updates: 'off', updateChannel: 'beta' }));
    expect(await at({ updates: '' })).toMatchObject({ problems: [expect.stringContaining('in the registry')] });
    writeFileSync(file, '[]');
    expect(await at({ updates: 'off' })).toMatchObject({
      problems: [expect.stringContaining(`in ${file} are not an object.`)],
    });
  });

  it('that cannot be read are named, too', async () => {
    mkdirSync(file);
    expect(await readPolicies(file)).toEqual({
      policies: OFF,
      problems: [expect.stringMatching(/cannot be read\. Ask your administrator to let all users read them\.$/)],
    });
    chmodSync(file, 0o700);
  });
});

it.each<[NodeJS.Platform, Record<string, string>, string]>([
  ['linux', {}, '/etc/latchkey/policies.json'],
  ['darwin', {}, '/Library/Application Support/Latchkey/policies.json'],
  ['win32', {}, 'C:\\ProgramData\\Latchkey\\policies.json'],
  ['win32', { ProgramData: 'D:\\Data' }, 'D:\\Data\\Latchkey\\policies.json'],
])('on %s with %j they lie in %s', (platform, env, path) => {
  expect(policyFile(platform, env)).toBe(path);
});
