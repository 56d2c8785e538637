/** The application's own scheme, `app://bundle/…`: the only origin that windows show. */
import { protocol } from 'electron';

export const SCHEME = 'app';
export const PAGE_URL = 'app://bundle/';

/** Registers the console's own scheme; call once, before `ready`. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}
