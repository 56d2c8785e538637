/**
 * Formats a whole number with separators of thousands. Sentences at the start of the console use it, because the first `toLocaleString` takes 10 ms.
 */

export const groupedNumber = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
