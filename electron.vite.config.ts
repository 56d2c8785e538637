/** How the three bundles are built: main (ESM), preload (CJS, because a sandboxed preload must be) and renderer. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { channels } from './src/shared/contract/index.ts';

/** What the first page needs is one file, and what several other pages share is another: each file is a round trip to main. */
const CHUNKS = [
  { name: 'first-page', tags: ['$initial' as const] },
  { name: 'pages', minShareCount: 2 },
];

/** As a module, `node:process` evaluates every property of `process`: 20 ms of each start. The libraries get the global object instead. */
const GLOBAL_PROCESS = {
  name: 'global-process',
  transform: (code: string, id: string) =>
    id.includes('node_modules') ? code.replace(/^import process from ['"]node:process['"];/m, '') : null,
};

/**
 * conf checks documents against JSON schemas and moves them from version to version; the console gives it neither schemas nor migrations. So
 * 200 KB of ajv stay out of main, and semver, whose expressions take 8 ms of each start.
 */
const NO_JSON_SCHEMA = {
  name: 'no-json-schema',
  enforce: 'pre' as const,
  resolveId: (id: string) =>
    id === 'ajv/dist/2020.js' || id === 'ajv-formats' || id === 'semver' ? '\0no-json-schema' : null,
  load: (id: string) =>
    id === '\0no-json-schema'
      ? "export class Ajv2020 { constructor() { throw new Error('documents have no schema'); } } export default {};"
      : null,
};

/**
 * The first use of `sessionStorage` blocks the page for up to 35 ms. The router reads it when it is imported, to restore scroll positions,
 * which the console does itself.
 */
const NO_SESSION_STORAGE = {
  name: 'no-session-storage',
  transform: (code: string, id: string) =>
    id.includes('router-core') && id.endsWith('scroll-restoration.js')
      ? code.replace('return sessionStorage;', 'return undefined;')
      : null,
};

/**
 * React makes a few errors when it is evaluated, to recognise what it throws itself. Where an inspector is attached, as in the tests' host,
 * the engine parses the whole file once more for their stacks, which nobody reads.
 */
const NO_STACKS = {
  name: 'no-stacks',
  transform: (code: string, id: string) =>
    id.endsWith('react-dom-client.production.js')
      ? code.replace(
          /(\w+Exception) = Error\((formatProdErrorMessage\(\d+\))\)/g,
          '$1 = Object.create(Error.prototype, { message: { value: $2 } })',
        )
      : null,
};

export default defineConfig({
  main: {
    plugins: [GLOBAL_PROCESS, NO_JSON_SCHEMA],
    build: {
      externalizeDeps: true,
      rolldownOptions: {
        // Without comments and white space, which cost time at each start; names stay, for the log.
        output: { minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } } },
        input: {
          index: 'src/main/index.ts',
          'journal-worker': 'src/main/journal/worker/journal-worker.ts',
          'paste-worker': 'src/main/doctor/read/worker/paste-worker.ts',
        },
      },
    },
  },
  preload: {
    define: { CHANNELS: JSON.stringify(channels()) },
    build: {
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
    plugins: [react(), NO_SESSION_STORAGE, NO_STACKS],
    build: {
      minify: true,
      chunkSizeWarningLimit: 2500,
      rolldownOptions: {
        input: { index: 'src/renderer/index.html' },
        output: { codeSplitting: { groups: CHUNKS } },
      },
    },
  },
});
