/** Path of an installed Chromium, Chrome or Edge, or null. LATCHKEY_CHROMIUM or CHROME names one outright. */
export function findChromium(env?: NodeJS.ProcessEnv): string | null;
