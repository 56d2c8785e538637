export function iconFile(): { readonly path: string; readonly text: string };
