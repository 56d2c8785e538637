/** False, with the builder's output written out, when the build failed. */
export function ensureBuilt(): Promise<boolean>;
