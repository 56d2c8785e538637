/** `npm test`: installs what it needs and runs everything; the last line is the sum. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from './check.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureCheckTools, ensureDependencies } from './lib/dependencies.mjs';
import { ensureChromium, ensureHeadlessShell, NO_BROWSER } from './lib/install-chromium.mjs';
import { ensureEngine } from './lib/install-engine.mjs';
import { cacheDir, inProject, node24, run, say, stop, toolEnv } from './lib/project.mjs';

const began = Date.now();
const reports = inProject('out', 'reports');
const sum = { passed: 0, failed: 0, skipped: 0 };
/** Each part waits now and then: together they end much earlier than one after the other. The check has the lowest priority. */
const beside = availableParallelism() > 1;
const seconds = () => ((Date.now() - began) / 1000).toFixed(0);

const readReport = (name) => {
  try {
    return JSON.parse(readFileSync(inProject('out', 'reports', name), 'utf8'));
  } catch {
    return null;
  }
};

/** A runner's counts. A runner that failed without a failed test (it could not even load one) counts as one failure. */
const counted = (code, counts) => ({
  passed: counts?.passed ?? 0,
  failed: code === 0 ? (counts?.failed ?? 1) : Math.max(1, counts?.failed ?? 0),
  skipped: counts?.skipped ?? 0,
});

/** Parts whose output is not printed completely, in the order of their start. */
const unprinted = [];

/** Prints the output of the first part as it comes; that of the others when it is their turn. */
function print() {
  for (let part = unprinted[0]; part; part = unprinted[0]) {
    if (!part.named) say(`\n── ${part.name}`);
    part.named = true;
    process.stdout.write(part.output);
    part.output = '';
    if (!part.result) return;
    say(`── ${part.name}: ${part.result}`);
    unprinted.shift();
  }
}

/** Runs a part beside the others and adds its counts to the sum; `work` receives the function that writes its output. */
async function runPart(name, work) {
  const from = seconds();
  const part = { name, output: '', named: false, result: '' };
  unprinted.push(part);
  print();
  const counts = await work((text) => {
    part.output += text;
    print();
  });
  for (const kind of Object.keys(sum)) sum[kind] += counts[kind] ?? 0;
  const texts = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  part.result = `${texts.join(', ')} (from ${from} to ${seconds()} s)`;
  print();
}

const MEMORY = '/dev/shm';
/** Tests leave about 100 MB. */
const MIN_FREE_MEMORY_BYTES = 4 * 1024 ** 3;

/** A new folder for temporary files: in memory where there is room, because tests wait for the disk ten thousand times. */
function temporaryFolder() {
  const prefix = (folder) => join(folder, 'latchkey-tests-');
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize >= MIN_FREE_MEMORY_BYTES) return mkdtempSync(prefix(MEMORY));
  } catch {
    // The system has no such folder.
  }
  return mkdtempSync(prefix(tmpdir()));
}
const temporary = temporaryFolder();
// Some tests start the app as another user.
chmodSync(temporary, 0o1777);
process.on('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 10 }));

const testEnv = toolEnv({
  // Vitest keeps a token there.
  XDG_DATA_HOME: join(cacheDir, 'data'),
  TMPDIR: temporary,
  TEMP: temporary,
});
/** End-to-end tests start the app thirty times; its modules are compiled once. In the few processes of Vitest a cache costs more than it saves. */
const compiledOnce = { NODE_COMPILE_CACHE: join(cacheDir, 'compiled') };

/** Colours are for a terminal: a pipe and a file get plain text. Playwright sees that by itself, and warns of this variable. */
const plainText = process.stdout.isTTY || process.env.FORCE_COLOR ? {} : { NO_COLOR: '1' };

/** Runs the tests of Vitest's projects that `project` names. */
async function vitest(project, { write, lowPriority = false, env = testEnv }) {
  const name = `vitest-${project.replace('!', 'not-')}.json`;
  const args = ['run', `--project=${project}`, '--reporter=dot', '--reporter=json'];
  const { code } = await run(
    node24(),
    [inProject('node_modules', 'vitest', 'vitest.mjs'), ...args, `--outputFile.json=out/reports/${name}`],
    { write, lowPriority, env: { ...env, ...plainText } },
  );
  const report = readReport(name);
  return counted(
    code,
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    },
  );
}

/** The console's threads start in half the time from their bundles (test/support/worker-scripts.ts). */
const unitTests = (write, isBuilt) =>
  vitest('!check', {
    write,
    env: isBuilt ? { ...testEnv, LATCHKEY_BUILT_WORKERS: inProject('out', 'main') } : testEnv,
  });

/** The check, and the tests that need its tools, or those that pack the bundles. */
async function checks(write) {
  const settings = { write, lowPriority: beside };
  const installed = await checkTools;
  write(installing.join(''));
  // Otherwise the tests would try again to install them.
  if (!installed) return { failed: 1 };
  const failed = await check(settings);
  await built;
  const counts = await vitest('check', settings);
  return { ...counts, failed: counts.failed + failed };
}

async function endToEndTests(write) {
  const { code } = await run(
    node24(),
    [inProject('node_modules', '@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json'],
    {
      write,
      // Playwright forces colours in its processes; beside NO_COLOR Node would warn of that in every log.
      env: {
        ...testEnv,
        ...compiledOnce,
        NO_COLOR: undefined,
        PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
      },
    },
  );
  const { stats } = readReport('playwright.json') ?? {};
  return counted(
    code,
    stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
  );
}

// npm keeps one core busy, and so does the build: the browser and the tools of the check are installed beside the first, the check begins beside the second.
const installing = [];
const checkTools = ensureCheckTools({ write: (text) => installing.push(text), lowPriority: beside });
const browser = ensureChromium({ withShell: true });
// One apt-get after the other.
const engine = browser.then(ensureEngine);
await ensureDependencies();
say(`\n── build (${seconds()} s)`);
const built = ensureBuilt();
if (!(await browser)) stop(NO_BROWSER);
await engine;
say(`The end-to-end tests draw in ${(await ensureHeadlessShell()) ?? (await browser)}.`);
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const parts = [
  ['unit, contract and integration tests', async (write) => unitTests(write, await built)],
  ['end-to-end tests', async (write) => ((await built) && (await checkTools) ? endToEndTests(write) : { failed: 1 })],
  ['check', checks],
];
if (beside) await Promise.all(parts.map(([name, work]) => runPart(name, work)));
else for (const [name, work] of parts) await runPart(name, work);

say(`\n── done (${seconds()} s)`);
say(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exitCode = sum.failed === 0 ? 0 : 1;
