export function isPublicKey(text: string): boolean;
export function makeKeys(): { readonly privateKey: string; readonly publicKey: string };
export function publicKeyOf(privateKey: string): string;
export function signList(text: string, privateKey: string, staged?: number): string;
