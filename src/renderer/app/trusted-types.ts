/**
 * The page's only Trusted Types policy. The content security policy allows no text to become markup or script (`require-trusted-types-for`).
 * Mantine passes its style sheets to React as markup, so this policy accepts texts in which no element can begin. The content security policy
 * allows no policy but `default`, once.
 */

/** Returns the text when it contains no “<”, so that no element can begin in it. Otherwise returns null, and the browser refuses the assignment. */
export const plainText = (text: string): string | null => (text.includes('<') ? null : text);

interface TrustedTypes {
  createPolicy(name: 'default', rules: { createHTML(text: string): string | null }): unknown;
}

(globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', { createHTML: plainText });
