/**
 * Imported before any schema: the content security policy forbids eval, so zod must not use it. This is what `z.config` sets; a call of it
 * would take the library into the window's first file.
 */
declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true };

export {};
