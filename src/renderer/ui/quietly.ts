/** Marks a mutation whose failure its own component shows, so that no notification repeats it. */
export const quietly = <Options extends object>(options: Options): Options & { meta: { quiet: true } } => ({
  ...options,
  meta: { quiet: true },
});
