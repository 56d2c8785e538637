/** Unit, contract and integration tests. Node environment by default; component tests name happy-dom in their first line. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    alias: {
      electron: fileURLToPath(new URL('./test/support/electron-stub.ts', import.meta.url)),
    },
  },
  test: {
    include: ['test/{unit,contract,integration}/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    pool: 'threads',
    // Vitest leaves a core to itself; of two, that would be every second one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // electron-store imports electron by itself; inlined, it gets the stand-in too.
    server: { deps: { inline: ['electron-store'] } },
  },
});
