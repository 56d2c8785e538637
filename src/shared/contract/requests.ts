/** Requests that a person composes and sends with the token of a connection. */
import { z } from 'zod';
import { MAX_CHARACTERS } from '../model/bounds.ts';
import { CustomRequestInput, KnownRequest, OwnRequest, ReadRequest } from '../model/custom-request.ts';
import { Id } from '../model/primitives.ts';
import { mutation, Nothing, query } from './define.ts';

export const requests = {
  /** The requests that can be chosen: the person's own, then those of docs/service.md. */
  list: query(Nothing, z.array(KnownRequest)),
  /** Saves a request under its name, which replaces another of that name. */
  save: mutation(OwnRequest, z.array(KnownRequest)),
  remove: mutation(z.strictObject({ name: z.string().max(MAX_CHARACTERS.label) }), z.array(KnownRequest)),
  /**
   * Sends a request once, to a path below the address of its API, and never issues a token for it. Returns the id of its exchange, also when the
   * service refuses it. Its caller can abort it until it is sent.
   */
  send: mutation(CustomRequestInput, z.strictObject({ exchangeId: Id }), { abortable: true }),
  /** Reads the request of a recorded exchange, to be changed and sent. */
  fromExchange: query(z.strictObject({ id: Id }), ReadRequest),
  /** Reads the request of a curl command. Its headers are left out: no token of it is kept. */
  fromCurl: mutation(
    z.strictObject({ connectionId: Id, text: z.string().min(1).max(MAX_CHARACTERS.body) }),
    ReadRequest,
  ),
};
