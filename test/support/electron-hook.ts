/** Resolves `electron` to its stand-in, for modules that Node loads by itself. */
import { registerHooks } from 'node:module';

const standIn = new URL('./electron-stub.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: standIn, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
