/** Forbids zod to use eval, as the content security policy requires; import this before any schema. `z.config` would do it, but loads zod. */
declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true };

export {};
