/** How the three bundles are built: main (ESM), preload (CJS, because a sandboxed preload must be) and renderer. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { LICENSES_FILE, noticesPlugin } from './scripts/lib/notices.mjs';
import { channels } from './src/shared/contract/index.ts';

/** The texts of the help, which are loaded when somebody asks for help. */
const HELP = /[\\/](?:actions[\\/]help[\\/](?:help|messages)\.ts|help-\w+\.md|CHANGELOG\.md)/;

/** What the first page needs is one file, and what several other pages share is another: each file is a round trip to main. */
const CHUNKS = [
  { name: 'first-page', tags: ['$initial' as const], priority: 2 },
  { name: 'pages', minShareCount: 2, test: (id: string) => !HELP.test(id), priority: 1 },
  { name: 'help', test: HELP },
];

/** Vite lists the licences of the packages in each bundle. */
const LICENSES = { fileName: LICENSES_FILE };

/**
 * Leaves out validators of JSON schemas that two libraries import in any case. `conf`, which electron-store loads at each start, uses one only for a
 * store with a schema, and its manual says how to leave it out; the library of `latchkey mcp` only for forms that it shows in a client. The app has
 * neither.
 */
const WITHOUT_VALIDATORS = {
  name: 'latchkey-without-validators',
  enforce: 'pre' as const,
  resolveId(id: string, importer?: string) {
    if (/^ajv(-formats|\/dist\/2020\.js)$/.test(id) && importer?.includes('/conf/')) return NO_VALIDATOR;
    return id === '@modelcontextprotocol/server/_shims' ? NO_VALIDATOR : null;
  },
  load: (id: string) => (id === NO_VALIDATOR ? STAND_IN : null),
};
const NO_VALIDATOR = '\0no-validator';
const STAND_IN = `
  export class Ajv2020 { constructor() { refuse(); } }
  export class DefaultJsonSchemaValidator { getValidator() { refuse(); } }
  export { default as process } from 'node:process';
  export default refuse;
  function refuse() { throw new Error('This application brings no validator of JSON schemas.'); }
`;

export default defineConfig({
  main: {
    plugins: [WITHOUT_VALIDATORS],
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
          'passphrase-worker': 'src/main/team/joining/passphrase-worker.ts',
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
