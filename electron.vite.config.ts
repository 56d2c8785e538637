/** How the three bundles are built: main (ESM), preload (CJS, because a sandboxed preload must be) and renderer. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { channels } from './src/shared/contract/index.ts';

/** Libraries of single pages (charts, dates, forms) stay with them. */
const SHARED_CHUNKS = [
  {
    name: 'libraries',
    test: /node_modules[\\/](react|react-dom|scheduler|zod|@floating-ui|@mantine[\\/](core|hooks|notifications|spotlight|store)|@tanstack|react-remove-scroll|react-transition-group|@tabler)/,
  },
  { name: 'common', test: /src[\\/](shared|renderer[\\/](ui|ipc|text|navigation|actions))[\\/]/ },
];

export default defineConfig({
  main: {
    build: {
      externalizeDeps: true,
      rolldownOptions: {
        // Without comments and white space, which cost time at each start; names stay, for the log.
        output: { minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } } },
        input: { index: 'src/main/index.ts', 'journal-worker': 'src/main/journal/worker/journal-worker.ts' },
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
    plugins: [react()],
    build: {
      minify: true,
      chunkSizeWarningLimit: 2500,
      rolldownOptions: {
        input: { index: 'src/renderer/index.html' },
        // What every page needs is three files, not thirty: each one is a round trip to main.
        output: { codeSplitting: { groups: SHARED_CHUNKS } },
      },
    },
  },
});
