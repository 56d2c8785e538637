type System = 'linux' | 'mac' | 'win';
/** The place of the compiled relay of a target; of this machine by default. */
export function relayFile(system?: System, arch?: string): string;
/** Compiles the relay of a target unless it is current. Returns null, or the reason why it is not there. */
export function buildRelay(system?: System, arch?: string): string | null;
/** Compiles another program of tools/relay for this machine. Returns null, or the reason why it is not there. */
export function buildBesideRelay(source: string, file: string): string | null;
