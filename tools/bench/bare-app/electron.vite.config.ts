/** The bundles of the least application, with the settings of ours. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const inSource = (file: string): string => fileURLToPath(new URL(`./src/${file}`, import.meta.url));

export default defineConfig({
  main: {
    build: {
      rolldownOptions: {
        output: { minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } } },
        input: { index: inSource('main.js') },
      },
    },
  },
  preload: {
    build: {
      minify: true,
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: inSource('preload.js') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: fileURLToPath(new URL('./src', import.meta.url)),
    plugins: [react()],
    build: { minify: true, rolldownOptions: { input: { index: inSource('index.html') } } },
  },
});
