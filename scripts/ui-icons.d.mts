export const ICONS_FILE: string;
export function iconsText(): string;
