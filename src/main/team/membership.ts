/** The membership that a desktop stores, sealed with the data key in console.db: the server's address and the team's key. */
import { z } from 'zod';
import { MAX_CHARACTERS } from '../../shared/model/bounds.ts';
import type { SealedRecordsDeps } from '../vault/sealed-records.ts';
import { SealedRecords } from '../vault/sealed-records.ts';

/** The address of the team's server, with the ACL user of one desktop. `ca`: the certificate of a private authority (PEM). */
export const Door = z.strictObject({
  host: z.string().max(MAX_CHARACTERS.line),
  port: z.number().int().min(1).max(65_535),
  user: z.string().max(MAX_CHARACTERS.line),
  password: z.string().max(MAX_CHARACTERS.line),
  ca: z.string().max(MAX_CHARACTERS.body).nullable(),
});
export type Door = z.infer<typeof Door>;

export const Membership = z.strictObject({
  /** The team's name in the server, which reveals nothing. */
  team: z.string(),
  teamKey: z.base64(),
  /** The name by which colleagues know the person. */
  person: z.string(),
  /** Distinguishes the desktops of one person. */
  machine: z.string(),
  door: Door,
  /** Whether a check of the server has ever succeeded. Until then, nothing is shared. */
  isShared: z.boolean(),
  /** Whether the user of `door` may make and delete users of the server. */
  invites: z.boolean(),
  /** The private key of the server that this app sets up (PEM); null once the team is shared. */
  serverKey: z.string().nullable(),
});
export type Membership = z.infer<typeof Membership>;

export class Memberships {
  readonly #records: SealedRecords<Membership>;
  readonly #now: () => number;

  constructor({
    now,
    ...deps
  }: Omit<SealedRecordsDeps<Membership>, 'kind' | 'schema'> & { readonly now: () => number }) {
    this.#records = new SealedRecords({ ...deps, kind: 'team', schema: Membership });
    this.#now = now;
  }

  /** Whether a connection has a team. Does not need the data key. */
  has(connectionId: string): boolean {
    return this.#records.olderThan(connectionId, Number.MAX_SAFE_INTEGER).length > 0;
  }

  /** The membership of a connection; `null` without a team. Throws `storageFailed` while the data key cannot be read. */
  async of(connectionId: string): Promise<Membership | null> {
    const [newest] = await this.#records.list(connectionId);
    return newest?.value ?? null;
  }

  async put(connectionId: string, value: Membership): Promise<void> {
    await this.#records.put({ id: `team-${value.machine}`, connectionId, at: this.#now(), links: [], value });
  }

  remove(connectionId: string): Promise<void> {
    return this.#records.removeAll(connectionId);
  }
}
