/** The rows of a step in tests that kill the storing of steps. */
export const rowsOf = (index: number, { key }: { key: string }) =>
  Array.from({ length: 20 + (index % 60) }, (_, line) => ({ cells: [key, line], raw: { line } }));
