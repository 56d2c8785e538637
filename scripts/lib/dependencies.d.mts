/** Installs the tools of the check. Resolves to false, after writing why, when that failed. */
export function ensureCheckTools(): Promise<boolean>;

/** Installs what makes installers. Resolves to false, after writing why, when that failed. */
export function ensurePackTools(): Promise<boolean>;

/** Installs what benches compare with. Resolves to false, after writing why, when that failed. */
export function ensureBenchTools(): Promise<boolean>;

/** Installs the clients that `npm run clients` tries. Resolves to false, after writing why, when that failed. */
export function ensureClients(): Promise<boolean>;
