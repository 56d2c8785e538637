/** A share, 0 to 1, as a length of CSS: `0.25` is `25%`. */
export const percent = (share: number): string => `${share * 100}%`;
