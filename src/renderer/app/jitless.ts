/**
 * Forbids zod to use eval, as the content security policy requires; it must be imported before any schema. The global is the one that `z.config`
 * sets; calling `z.config` would take the library into the window's first file.
 */
declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true };

export {};
