/** `npm run check`: format and lint without a warning, types of the four projects, boundaries, hashes, docstrings, dead code. */
import { pathToFileURL } from 'node:url';
import { ensureCheckTools, ensureDependencies } from './lib/dependencies.mjs';
import { checkTool, inProject, node24, run, takeNoArguments, toolEnv } from './lib/project.mjs';

/** The compiler, written in Go, ends before its garbage matters: not collecting it saves a quarter of the work. The limit bounds it. */
const COMPILER_ENV = { GOGC: 'off', GOMEMLIMIT: '2GiB' };

/** For tools in JavaScript, which make much short-lived garbage: the collector runs less in a larger young generation. */
const LARGE_YOUNG_GENERATION = ['--min-semi-space-size=32', '--max-semi-space-size=64', '--initial-old-space-size=512'];

const types = (project) => [
  `types of ${project}`,
  checkTool('typescript-native', 'bin', 'tsc'),
  // Several threads check the types that they share once each, which doubles the work.
  ['-p', `tsconfig.${project}.json`, '--singleThreaded'],
  COMPILER_ENV,
];
const CHECKS = [
  ['format and lint', checkTool('@biomejs', 'biome', 'bin', 'biome'), ['check', '--error-on-warnings', '.']],
  types('shared'),
  types('main'),
  types('renderer'),
  types('test'),
  [
    'boundaries',
    checkTool('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'),
    ['--config', 'tools/check/.dependency-cruiser.mjs', 'src'],
    {},
    LARGE_YOUNG_GENERATION,
  ],
  ['hashes of the lock', inProject('scripts', 'verify-lock.mjs'), []],
  ['docstrings', inProject('scripts', 'check-docstrings.mjs'), []],
  [
    'dead code',
    checkTool('knip', 'bin', 'knip.js'),
    ['--no-progress', '--no-config-hints'],
    {},
    LARGE_YOUNG_GENERATION,
  ],
];

/**
 * Installs the tools and runs all checks at once; returns the number of failed checks. `write` receives the output; with `lowPriority`
 * they run at low priority.
 */
export async function check({ write = (text) => process.stdout.write(text), lowPriority = false } = {}) {
  if (!(await ensureCheckTools({ write, lowPriority }))) return 1;
  const failed = await Promise.all(
    CHECKS.map(async ([name, file, args, env, ofNode = []]) => {
      const began = Date.now();
      const { code, output } = await run(node24(), [...ofNode, file, ...args], { lowPriority, env: toolEnv(env) });
      write(`${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)\n`);
      if (code !== 0) write(output);
      return code === 0 ? 0 : 1;
    }),
  );
  return failed.reduce((sum, one) => sum + one, 0);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  takeNoArguments(
    'check',
    'checks format, lint, types, boundaries, hashes, docstrings and dead code, and installs the tools for it first.',
  );
  await ensureDependencies();
  process.exitCode = (await check()) === 0 ? 0 : 1;
}
