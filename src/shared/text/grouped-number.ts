/**
 * Formats whole numbers in sentences that the start needs. `toLocaleString` would first load the locale's data, which takes 10 ms of each start.
 */

/** Groups the digits: "1,234,567" for 1234567. */
export const groupedNumber = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
