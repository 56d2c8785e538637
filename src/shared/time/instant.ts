/** How records of the service write instants. */

/** Matches a date with a time in ISO 8601, with or without a zone. */
export const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** True for epoch ms of the years 2001 to 2286. */
export const isInstantNumber = (value: number): boolean => value > 1e12 && value < 1e13;
