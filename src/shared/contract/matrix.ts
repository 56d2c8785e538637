/** Flexible dates: the matrix, the calendar of one listing, and the prices of one stay. The matrix is filled by a task of kind `matrix`. */
import { z } from 'zod';
import {
  MatrixChoices,
  MatrixRange,
  MatrixRangeQuery,
  MatrixWindow,
  MatrixWindowQuery,
  Nights,
  NightsQuery,
  Prices,
  PricesQuery,
} from '../model/matrix.ts';
import { Id } from '../model/primitives.ts';
import { mutation, query } from './define.ts';

export const matrix = {
  /** A window of the matrix as far as it is known; sends nothing. */
  window: query(MatrixWindowQuery, MatrixWindow),
  range: query(MatrixRangeQuery, MatrixRange),
  choices: query(z.strictObject({ connectionId: Id }), MatrixChoices),
  /** The known nights of a listing; sends nothing. */
  nights: query(NightsQuery, Nights),
  /** Reads the nights from the service, with one request unless it cuts its answers. */
  readNights: mutation(NightsQuery, Nights, { abortable: true }),
  /** What is known of the price of a stay; sends nothing. */
  prices: query(PricesQuery, Prices),
  /** Searches for the stay, page by page until the listing is found. */
  searchPrices: mutation(PricesQuery, Prices, { abortable: true }),
};
