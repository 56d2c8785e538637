export function notesOf(version: string, text?: string): string;
