/** The nine fuses of the packaged application: features of Electron's binary that are switched off or on for good. */
import { FuseV1Options, FuseVersion } from '@electron/fuses';

export const FUSES = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
};

/** The states that a binary must have, one digit for each fuse. */
export const WANTED = Object.entries(FUSES)
  .filter(([key]) => /^\d+$/.test(key))
  .map(([, on]) => (on ? '1' : '0'))
  .join('');

/** The fuses stand behind this text, the version and their number. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The states of the fuses, once for each slice of a binary; @electron/fuses reads the first slice only. */
export function fusesIn(bytes) {
  const found = [];
  for (let at = bytes.indexOf(SENTINEL); at !== -1; at = bytes.indexOf(SENTINEL, at + 1)) {
    const start = at + SENTINEL.length + 2;
    found.push(bytes.subarray(start, start + bytes[start - 1]).toString('latin1'));
  }
  return found;
}
