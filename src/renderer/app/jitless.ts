/**
 * Forbids zod to use eval, as the content security policy requires. Import this module before any schema. It sets the variable that `z.config` sets,
 * because a call of `z.config` would take zod into the window's first file.
 */
declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true };

export {};
