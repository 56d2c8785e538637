export const FUSES: Readonly<Record<string, unknown>>;
