/** Path of an installed Chromium, Chrome or Edge, or null. LATCHKEY_CHROMIUM and CHROME take precedence over the search. */
export function findChromium(env?: NodeJS.ProcessEnv): string | null;
export function findHeadlessShell(env?: NodeJS.ProcessEnv): string | null;
