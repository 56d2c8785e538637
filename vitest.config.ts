/** Unit, contract and integration tests, as projects that differ in what their files share and stand on. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const inProject = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** They replace `electron` or `node:fs` in modules that other tests import too, so each gets modules of its own. */
const WITH_OWN_MODULES = [
  'test/unit/main/shell/**/*.test.ts',
  'test/unit/main/platform/electron/**/*.test.ts',
  'test/integration/damaged-documents.test.ts',
  'test/integration/company-network.test.ts',
  'test/integration/electron-fetch.test.ts',
  'test/integration/pac-script.test.ts',
  'test/unit/main/store/take-over.test.ts',
  'test/unit/main/index.test.ts',
];
/** They use tools that have packages of their own. */
const ON_TOOLS = ['tools/{check,pack}/*.test.ts'];
const IN_WINDOW = ['test/unit/renderer/**/*.test.{ts,tsx}'];

export default defineConfig({
  test: {
    // They end what hangs. What a test takes depends on what else the machine does.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    restoreMocks: true,
    setupFiles: ['./test/support/settled-imports.ts'],
    // Processes, not threads: V8 of Node 24 guards its compiled code with memory protection keys, which are kept per
    // thread, and it ends the process ("Check failed: jit_page.has_value()") when several threads compile at once. The
    // journal's worker is still a thread of its test, so the guard is off. What processes cost to start is saved by
    // sharing one among many files.
    pool: 'forks',
    // Tests leave much short-lived garbage (documents, elements, trees). The collector runs less in a young generation of 64 MB, and over the old
    // one only when that has 512: it takes a sixteenth less than from 16 MB on, and a third less than from V8's own sizes on.
    execArgv: [
      '--no-memory-protection-keys',
      '--min-semi-space-size=64',
      '--max-semi-space-size=64',
      '--initial-old-space-size=512',
    ],
    // Vitest leaves a core to itself; of two, that would be every second one. Each more process loads the modules once more.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/{unit,contract,integration}/**/*.test.ts'],
          exclude: [...WITH_OWN_MODULES, ...IN_WINDOW],
          setupFiles: ['./test/support/electron-for-node.ts'],
          isolate: false,
          // Node itself loads these modules, without Vite's transformation: a fifth less work. Neither JSX nor `vi.mock` is possible here.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      {
        extends: true,
        resolve: { alias: { electron: inProject('./test/support/electron-stub.ts') } },
        test: {
          name: 'electron',
          include: WITH_OWN_MODULES,
          setupFiles: ['./test/support/own-modules.ts'],
          isolate: false,
          // electron-store imports electron by itself; inlined, it gets the stand-in too.
          server: { deps: { inline: ['electron-store'] } },
        },
      },
      {
        extends: true,
        test: { name: 'check', include: ON_TOOLS, globalSetup: './tools/check/setup.ts' },
      },
      {
        extends: true,
        test: {
          name: 'renderer',
          include: IN_WINDOW,
          environment: 'happy-dom',
          setupFiles: ['./test/support/renderer-setup.ts'],
          isolate: false,
        },
      },
    ],
  },
});
