/** The whole corpus: cases that are made from base exchanges, and those of the JSON files. */
import { casesIn, type FailureCase } from '../case.ts';
import { cases as bookings } from './bookings.ts';
import { cases as callers } from './callers.ts';
import { cases as headers } from './headers.ts';
import { cases as known } from './known.ts';
import { cases as limits } from './limits.ts';
import { cases as near } from './near.ts';
import { cases as signals } from './signals.ts';
import { cases as tokens } from './tokens.ts';

export const corpus = (): FailureCase[] => [
  ...headers,
  ...tokens,
  ...limits,
  ...bookings,
  ...near,
  ...known,
  ...signals,
  ...callers,
  ...casesIn('corpus'),
];
