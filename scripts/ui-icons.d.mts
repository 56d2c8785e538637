export function iconFiles(): { readonly path: string; readonly text: string }[];
