import { expect, it } from 'vitest';
import { Application, type ApplicationDeps } from '../../../../src/main/app/application.ts';
import { Emitter } from '../../../../src/main/platform/emitter.ts';
import type { AppInfo, Preferences } from '../../../../src/shared/model/app.ts';
import { preferencesFixture } from '../../../support/fixtures.ts';

it('publishes its info again when preferences, protection, quarantined files or the known update change, until the end', () => {
  const preferences = new Emitter<Preferences>();
  const protection = new Emitter<void>();
  const reported = new Emitter<void>();
  const updated = new Emitter<void>();
  const app = new Application({
    kit: { versions: { app: '1', node: '24' }, paths: {}, quarantine: { reported, files: [] } },
    preferences: { changed: preferences },
    updates: { changed: updated, found: null },
    protection: { changed: protection, now: () => ({ level: 'protected' }) },
  } as unknown as ApplicationDeps);
  const heard: AppInfo[] = [];
  const stop = app.infoChanged.subscribe((info) => heard.push(info));
  preferences.emit(preferencesFixture({ theme: 'dark', storeUnprotected: true }));
  protection.emit();
  reported.emit();
  updated.emit();
  expect(heard).toEqual([app.info(), app.info(), app.info(), app.info()]);
  stop();
  protection.emit();
  expect(heard).toHaveLength(4);
});
