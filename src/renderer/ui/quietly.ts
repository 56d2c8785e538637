/** Marks a mutation whose component shows its errors; no notification repeats them. */
export const quietly = <Options extends object>(options: Options): Options & { meta: { quiet: true } } => ({
  ...options,
  meta: { quiet: true },
});
