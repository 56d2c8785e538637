/**
 * The page's policy turns no text into markup or script (`require-trusted-types-for`). Mantine gives React its style sheets as markup, so one
 * policy lets text pass in which no element can begin. It is the only one: the page's policy allows none but `default`, once.
 */

/** The text when no element can begin in it, otherwise null, which stops the assignment. */
export const plainText = (text: string): string | null => (text.includes('<') ? null : text);

interface TrustedTypes {
  createPolicy(name: 'default', rules: { createHTML(text: string): string | null }): unknown;
}

(globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', { createHTML: plainText });
