/** How the three bundles are built: main (ESM), preload (CJS, because a sandboxed preload must be) and renderer. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { LICENSES_FILE, noticesPlugin } from './scripts/lib/notices.mjs';
import { channels } from './src/shared/contract/index.ts';

/** What the first page needs is one file, and what several other pages share is another: each file is a round trip to main. */
const CHUNKS = [
  { name: 'first-page', tags: ['$initial' as const] },
  { name: 'pages', minShareCount: 2 },
];

/** Vite lists the licences of the packages in each bundle. */
const LICENSES = { fileName: LICENSES_FILE };

/** `conf`, below electron-store, brings a validator of JSON schemas, which is loaded at each start and is for stores with a schema only. Ours have none. */
const WITHOUT_SCHEMAS = {
  name: 'latchkey-without-schemas',
  enforce: 'pre' as const,
  resolveId: (id: string, importer?: string) =>
    /^ajv(-formats|\/dist\/2020\.js)$/.test(id) && importer?.includes('/conf/') ? NO_SCHEMAS : null,
  load: (id: string) =>
    id === NO_SCHEMAS
      ? `export class Ajv2020 { constructor() { throw new Error("A store with a schema needs the validator."); } } export default Ajv2020;`
      : null,
};
const NO_SCHEMAS = '\0no-schemas';

export default defineConfig({
  main: {
    plugins: [WITHOUT_SCHEMAS],
    build: {
      license: LICENSES,
      externalizeDeps: true,
      rolldownOptions: {
        // Without comments and white space, which cost time at each start; names stay, for the log.
        output: { minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } } },
        input: {
          index: 'src/main/index.ts',
          'journal-worker': 'src/main/journal/worker/journal-worker.ts',
          'backup-worker': 'src/main/store/backup-worker.ts',
          'paste-worker': 'src/main/doctor/read/worker/paste-worker.ts',
        },
      },
    },
  },
  preload: {
    define: { CHANNELS: JSON.stringify(channels()) },
    build: {
      license: LICENSES,
      minify: true,
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react(), noticesPlugin()],
    build: {
      license: LICENSES,
      minify: true,
      chunkSizeWarningLimit: 2500,
      rolldownOptions: {
        input: { index: 'src/renderer/index.html' },
        output: { codeSplitting: { groups: CHUNKS } },
      },
    },
  },
});
