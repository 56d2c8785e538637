/** Connections and credentials. Secrets are only inputs; no operation returns one. */
import { z } from 'zod';
import {
  ApplicationInput,
  BookingOption,
  ClientIdInput,
  Connection,
  ConnectionChanges,
  ConnectionsSnapshot,
  NameInput,
  NewConnection,
  OpenApiInput,
  SecretInput,
} from '../model/connection.ts';
import { ConnectionDraft } from '../model/connection-draft.ts';
import { PendingDeletion } from '../model/deletion.ts';
import { Preset } from '../model/operation.ts';
import { Id } from '../model/primitives.ts';
import { event, mutation, Nothing, query } from './define.ts';

export const connections = {
  list: query(Nothing, ConnectionsSnapshot),
  presets: query(Nothing, z.array(Preset)),
  select: mutation(z.strictObject({ id: Id }), Nothing),
  create: mutation(NewConnection, Connection),
  /** Asks for a file of another API client and reads it as a draft, without its secrets. Null when the person cancels the dialog. */
  readDraft: mutation(Nothing, ConnectionDraft.nullable()),
  update: mutation(ConnectionChanges, Connection),
  /** Deletes a connection with all its data; this can be undone for a short time. */
  remove: mutation(z.strictObject({ id: Id }), PendingDeletion),
  /** Sets or replaces the Open API credential of a connection. */
  setOpenApi: mutation(OpenApiInput.extend({ connectionId: Id }), Connection),
  removeOpenApi: mutation(z.strictObject({ connectionId: Id }), Connection),
  /** Adds a Booking Engine application; a sixth fails with `applicationLimit`. */
  addApplication: mutation(ApplicationInput.extend({ connectionId: Id }), Connection),
  updateApplication: mutation(
    z.strictObject({
      credentialId: Id,
      label: NameInput.optional(),
      bookingOption: BookingOption.optional(),
      clientId: ClientIdInput.optional(),
    }),
    Connection,
  ),
  removeApplication: mutation(z.strictObject({ credentialId: Id }), Connection),
  replaceSecret: mutation(z.strictObject({ credentialId: Id, clientSecret: SecretInput }), Connection),
  deleteSecret: mutation(z.strictObject({ credentialId: Id }), Connection),
  /** Hides the notice that this connection was merged into another one. */
  dismissMerge: mutation(z.strictObject({ id: Id }), Nothing),
  onChanged: event(ConnectionsSnapshot),
};
