/** `npm test`: installs what it needs and runs everything; the last line is the sum. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { check } from './check.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { ensureChromium, NO_BROWSER } from './lib/install-chromium.mjs';
import { inProject, node24, run, say, stop, toolEnv } from './lib/project.mjs';

const began = Date.now();
const reports = inProject('out', 'reports');
const sum = { passed: 0, failed: 0, skipped: 0 };
const step = (name) => say(`\n── ${name} (${((Date.now() - began) / 1000).toFixed(0)} s)`);

const readReport = (name) => {
  try {
    return JSON.parse(readFileSync(inProject('out', 'reports', name), 'utf8'));
  } catch {
    return null;
  }
};

/** Adds a report; a runner that failed without a failed test (it could not even load one) counts as one failure. */
function add(code, counts) {
  sum.passed += counts?.passed ?? 0;
  sum.skipped += counts?.skipped ?? 0;
  sum.failed += code === 0 ? (counts?.failed ?? 1) : Math.max(1, counts?.failed ?? 0);
}

await ensureDependencies();
if (!(await ensureChromium())) stop(NO_BROWSER);
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

step('build');
const built = await ensureBuilt();
if (!built) sum.failed += 1;

// Beside the end-to-end tests, which wait more than they work, where there is a core for it; told after them, so that the two are not read mixed.
const beside = availableParallelism() > 1;
const checkOutput = [];
if (!beside) {
  step('check');
  sum.failed += await check();
}

step('unit, contract and integration tests');
const vitest = await run(
  node24(),
  [
    inProject('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--reporter=dot',
    '--reporter=json',
    '--outputFile.json=out/reports/vitest.json',
  ],
  { show: true },
);
const units = readReport('vitest.json');
add(
  vitest.code,
  units && {
    passed: units.numPassedTests,
    failed: units.numFailedTests,
    skipped: units.numPendingTests + units.numTodoTests,
  },
);

const checking = beside ? check({ write: (text) => checkOutput.push(text), lowPriority: true }) : null;
if (built) {
  step('end-to-end tests');
  const playwright = await run(
    node24(),
    [inProject('node_modules', '@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json'],
    { show: true, env: toolEnv({ PLAYWRIGHT_JSON_OUTPUT_FILE: inProject('out', 'reports', 'playwright.json') }) },
  );
  const { stats } = readReport('playwright.json') ?? {};
  add(
    playwright.code,
    stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
  );
}

if (checking) {
  const found = await checking;
  step('check, which ran beside them');
  process.stdout.write(checkOutput.join(''));
  sum.failed += found;
}

step('done');
say(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exitCode = sum.failed === 0 ? 0 : 1;
