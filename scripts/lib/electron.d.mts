/** Path of the installed Electron binary, or null. */
export function electronBinary(): string | null;
