/** The operations of a connection, as data that a person may change. */
import { z } from 'zod';
import { MAX_CHARACTERS } from '../model/bounds.ts';
import { ConnectionTest } from '../model/connection-test.ts';
import { EffectiveOperation, OperationId, OperationShapeInput } from '../model/operation.ts';
import { Id } from '../model/primitives.ts';
import { mutation, query } from './define.ts';

export const operations = {
  list: query(z.strictObject({ connectionId: Id }), z.array(EffectiveOperation)),
  chooseVariant: mutation(
    z.strictObject({ connectionId: Id, operation: OperationId, variantId: z.string().max(MAX_CHARACTERS.name) }),
    EffectiveOperation,
  ),
  customise: mutation(
    z.strictObject({ connectionId: Id, operation: OperationId, shape: OperationShapeInput }),
    EffectiveOperation,
  ),
  reset: mutation(z.strictObject({ connectionId: Id, operation: OperationId }), EffectiveOperation),
  /** Tests a connection: reads listings, an availability search and a calendar, once each. */
  test: mutation(z.strictObject({ connectionId: Id }), ConnectionTest, { abortable: true }),
  /** Undoes the path that the path doctor found for an operation. */
  undoFound: mutation(z.strictObject({ connectionId: Id, operation: OperationId }), EffectiveOperation),
  /** Sends at most one request for each variant of the search, and chooses the first that gets a usable answer. An aborted probe chooses none. */
  probeSearch: mutation(
    z.strictObject({ connectionId: Id, applicationId: Id.nullable() }),
    z.strictObject({
      chosen: z.string().nullable(),
      tried: z.array(
        z.strictObject({ variantId: z.string(), url: z.string(), outcome: z.string(), answered: z.boolean() }),
      ),
    }),
    { abortable: true },
  ),
};
