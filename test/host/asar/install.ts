/**
 * Makes archives readable in a process and in its workers: `node --import test/host/asar/install.ts`, which workers inherit. Electron's
 * `lib/node/init.ts` does the same in every environment of Node before the entry point runs.
 */
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { wrapFileSystem, wrapPrograms } from './file-system.ts';
import { archiveHooks } from './modules.ts';

wrapFileSystem(fs);
wrapPrograms(childProcess);
syncBuiltinESMExports();
registerHooks(archiveHooks);
