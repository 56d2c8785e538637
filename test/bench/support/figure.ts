/** Prints the figures of a bench, one JSON line each. */

export interface Figure {
  readonly bench: string;
  readonly subject: string;
  readonly scenario: string;
  readonly metric: string;
  readonly value: number;
  readonly unit: string;
}

/** Prints a figure, rounded to `decimals`. */
export function print(figure: Figure, decimals = 3): void {
  console.log(JSON.stringify({ ...figure, value: Number(figure.value.toFixed(decimals)) }));
}
