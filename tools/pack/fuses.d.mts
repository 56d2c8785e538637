export const FUSES: Readonly<Record<string, unknown>>;
export const WANTED: string;
export function fusesIn(bytes: Buffer): string[];
