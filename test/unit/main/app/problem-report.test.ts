import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { problemReport, type ReportParts } from '../../../../src/main/app/problem-report.ts';
import { connectionFixture, preferencesFixture } from '../../../support/fixtures.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

const TOKEN = 'Bearer eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJwbGFudGVkIn0.c2lnbmF0dXJlLW9mLWl0';

it('has versions, settings, policies, times and the log, and nothing that is secret or that a person chose as a name', async () => {
  const userData = makeTempFolder();
  const logs = join(userData, 'logs');
  mkdirSync(logs);
  const lines = [`{"message":"sent with ${TOKEN}"}`, `{"file":"${join(userData, 'store')}"}`];
  writeFileSync(join(logs, 'latchkey.log'), `${'old\n'.repeat(400)}${lines.join('\n')}\n`);
  const connection = connectionFixture({ name: 'Planted Stays' });
  const text = await problemReport({
    kit: {
      versions: { app: '1.2.3', platform: 'linux' },
      ...{ clock: new ManualClock(5_000), locale: 'en-GB', sandboxed: true, paths: { userData, logs } },
      quarantine: { files: [{ document: 'vault', movedTo: null, reason: 'it is no JSON', at: 0 }] },
    } as unknown as ReportParts['kit'],
    ...{ runtime: 'Electron 40', protection: 'protected', startedAt: 2_000, readyAfterMs: 321 },
    preferences: preferencesFixture({ theme: 'dark', listingViews: [{ name: 'Planted view' }] as never }),
    policies: { policies: { programs: 'off' }, problems: ['The policy “a” is unknown.'] },
    connections: [connection],
  });
  for (const part of [
    ...['Latchkey 1.2.3', 'Electron 40', 'ready 321 ms', 'running for 3 s', 'theme: "dark"', 'saved views: 1'],
    ...['"programs":"off"', '“a” is unknown', 'vault: it is no JSON', '"file":"<data folder>/store"'],
  ])
    expect(text).toContain(part);
  const planted = [TOKEN.slice(7), 'Planted', userData, connection.id, 'open.example.com'];
  expect(planted.filter((one) => text.includes(one))).toEqual([]);
  expect(text.split('\n').filter((line) => line === 'old')).toHaveLength(298);
  removeTempFolder(userData);
});
