/** How the three bundles are built: main (ESM), preload (CJS, because a sandboxed preload must be) and renderer. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

export default defineConfig({
  main: {
    build: {
      externalizeDeps: true,
      rolldownOptions: {
        input: { index: 'src/main/index.ts', 'journal-worker': 'src/main/journal/worker/journal-worker.ts' },
      },
    },
  },
  preload: {
    build: {
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
      rolldownOptions: { input: { index: 'src/renderer/index.html' } },
    },
  },
});
