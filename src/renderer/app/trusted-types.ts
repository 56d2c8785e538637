/** The page's only Trusted Types policy: Mantine passes style sheets to React as markup, which the browser accepts only through a policy. */

/** Returns the text if it has no “<”, because no element can begin in it. Otherwise returns null, and the browser rejects the text. */
export const plainText = (text: string): string | null => (text.includes('<') ? null : text);

interface TrustedTypes {
  createPolicy(name: 'default', rules: { createHTML(text: string): string | null }): unknown;
}

(globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', { createHTML: plainText });
