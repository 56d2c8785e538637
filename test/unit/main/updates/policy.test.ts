import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { policyFile } from '../../../../src/main/platform/policy-file.ts';
import { readPolicies } from '../../../../src/main/updates/policy.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

let file: string;
beforeEach(() => {
  file = join(makeTempFolder(), 'policies.json');
});
afterEach(() => removeTempFolder(join(file, '..')));

describe('the policies of the administrator', () => {
  it('are none without a file', async () => {
    expect(await readPolicies(file)).toEqual({ policies: {} });
    expect(await readPolicies(join(file, 'policies.json'))).toEqual({ policies: {} });
    writeFileSync(file, '');
    expect(await readPolicies(join(file, 'policies.json'))).toEqual({ policies: {} });
  });

  it('are read', async () => {
    writeFileSync(file, '{ "updates": "tell", "updateChannel": "beta" }');
    expect(await readPolicies(file)).toEqual({ policies: { updates: 'tell', updateChannel: 'beta' } });
  });

  it.each([
    ['', /are not JSON\. Ask your administrator to correct them/],
    ['{"updates": "off"', /are not JSON\. Ask your administrator to correct them/],
    ['"off"', /are not an object\. Ask your administrator to correct them/],
    ['null', /are not an object\. Ask your administrator to correct them/],
    ['[]', /are not an object\. Ask your administrator to correct them/],
    [
      '{"Updates": "off"}',
      /“Updates” in .* is unknown\. Ask .* to remove it, or to name it updates or updateChannel\.$/,
    ],
    ['{"updates": "off", "proxy": "evil"}', /“proxy” in .* is unknown/],
    ['{"updates": false}', /“updates” in .* not allowed\. Ask .* to set it to off or tell\.$/],
    ['{"updateChannel": "../latest"}', /“updateChannel” in .* not allowed\. Ask .* to set it to latest or beta\.$/],
  ])('%s is named', async (text, problem) => {
    writeFileSync(file, text);
    expect(await readPolicies(file)).toEqual({ problem: expect.stringMatching(problem) });
    expect(await readPolicies(file)).toEqual({ problem: expect.stringContaining(file) });
  });

  it('of the system replace those of the file, and each unusable source is named', async () => {
    writeFileSync(file, '{ "updates": "tell", "updateChannel": "beta" }');
    const at = (values: unknown) => readPolicies(file, { place: 'the registry', values });
    expect(await at({ updates: 'off' })).toEqual({ policies: { updates: 'off', updateChannel: 'beta' } });
    expect(await at({ updates: '' })).toMatchObject({ problem: expect.stringContaining('in the registry') });
    writeFileSync(file, '[]');
    expect(await at({ updates: 'off' })).toEqual({ problem: expect.stringContaining(`in ${file} are not an object.`) });
  });

  it('that cannot be read are named, too', async () => {
    mkdirSync(file);
    expect(await readPolicies(file)).toEqual({
      problem: expect.stringMatching(/cannot be read\. Ask your administrator to let all users read them\.$/),
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
