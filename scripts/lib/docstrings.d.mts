export function withoutSubject(source: string): { line: number; beginning: string }[];
