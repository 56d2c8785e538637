/** Builds the bundles if needed; returns false when the build failed. */
export function ensureBuilt(): Promise<boolean>;
