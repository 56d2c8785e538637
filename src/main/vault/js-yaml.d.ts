/** The types of the part of js-yaml that the app calls, because the package has none. */
declare module 'js-yaml' {
  export const JSON_SCHEMA: object;
  /** Throws for a text that is no YAML, or that nests deeper than `maxDepth`. */
  export function load(text: string, options: { schema: object; maxDepth: number }): unknown;
}
