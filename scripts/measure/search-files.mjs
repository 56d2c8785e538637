/**
 * `node scripts/measure/search-files.mjs`: prints which files of src/main a warm search runs through: the second search in the composed app,
 * over real HTTPS to the sandbox. The sandbox's own files stand for the service and are counted apart; the journal's thread is not seen.
 */
import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeTempFolder, removeTempFolder } from '../../test/support/temp-folder.ts';
import { openTestConsole, outputOf } from '../../test/support/test-console.ts';

/** The app puts work off until after its start, for 3 s at most; it is done by then. */
const START_OVER_MS = 5_000;

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The files of src/ with a function that ran since the last call. */
async function filesRun(session) {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ functions }) => functions.some(({ ranges: [whole] }) => whole.count > 0))
    .filter(({ url }) => url.startsWith('file:'))
    .map(({ url }) => relative(root, fileURLToPath(url)))
    .filter((file) => file.startsWith('src/'))
    .sort();
}

const folder = makeTempFolder();
const app = await openTestConsole({ folder });
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

const search = () =>
  outputOf(app.latchkey.availability.search({ connectionId: 'sandbox', applicationId: null, location: 'Lisbon' }));
await search();
await setTimeout(START_OVER_MS);
await filesRun(session);
await search();
const files = await filesRun(session);
session.disconnect();
await app.close();
removeTempFolder(folder);

const isService = (file) => file.startsWith('src/main/sandbox/');
const main = files.filter((file) => file.startsWith('src/main/') && !isService(file));
const rooms = new Set(main.map((file) => file.split('/')[2]));
const shared = files.filter((file) => file.startsWith('src/shared/'));
const service = files.filter(isService);
for (const file of main) console.log(file);
console.log(
  `${main.length} files in ${rooms.size} rooms; beside them ${shared.length} of src/shared, ${service.length} of the sandbox`,
);
