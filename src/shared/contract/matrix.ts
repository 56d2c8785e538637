/** Flexible dates: the matrix, the calendar of one listing, and the prices of one stay. A task of kind `matrix` fills the matrix. */
import { z } from 'zod';
import { MAX_ENTRIES } from '../model/bounds.ts';
import {
  CheapestStay,
  MatrixCheapestQuery,
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
  /** The known cells of some rows and columns of the matrix; sends nothing. */
  window: query(MatrixWindowQuery, MatrixWindow),
  range: query(MatrixRangeQuery, MatrixRange),
  /** The cheapest free stays of the whole matrix, one for each currency, the most frequent currency first; sends nothing. */
  cheapest: query(MatrixCheapestQuery, z.array(CheapestStay).max(MAX_ENTRIES.few)),
  choices: query(z.strictObject({ connectionId: Id }), MatrixChoices),
  /** The known nights of a listing; sends nothing. */
  nights: query(NightsQuery, Nights),
  /** Reads the nights from the service: with one request, or with several when the service cuts its answers. */
  readNights: mutation(NightsQuery, Nights, { abortable: true }),
  /** The known prices of a stay; sends nothing. */
  prices: query(PricesQuery, Prices),
  /** Searches for the stay, page by page until the listing is found. */
  searchPrices: mutation(PricesQuery, Prices, { abortable: true }),
};
