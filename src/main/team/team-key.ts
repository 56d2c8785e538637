/** The key that a team shares. It encrypts names and records, so that the engine's owner sees only counts and instants. */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { Sealer } from '../vault/sealer.ts';
import { Secret } from '../vault/secret.ts';

const KEY_BYTES = 32;
/** The size of a name in the engine: 128 bits make collisions practically impossible. */
const NAME_BYTES = 16;

/** The kinds of text that get a name in the engine. Equal texts of two kinds get different names. */
export type NameKind = 'quota' | 'token' | 'desktop' | 'person';

/**
 * A value that the engine stores under a name. `generation` grows with each new value, so that an older value is recognised. `expiresAt`: epoch ms.
 */
export interface TeamRecord {
  readonly generation: number;
  readonly expiresAt: number;
  readonly value: string;
}

/** The reasons why a record or a reply of the engine is not used. */
export type RecordProblem = 'unreadable' | 'otherKey' | 'changed' | 'replayed' | 'expired' | 'denied' | 'failing';

/** The sentences about records and replies that are not used. Only `expired` happens without anybody's fault. */
export const RECORD_PROBLEMS: Readonly<Record<RecordProblem, string>> = {
  unreadable: 'The team’s server returned a record that is cut off or not ours. It was not used.',
  otherKey: 'The team’s server returned a record that another team key sealed. It was not used.',
  changed: 'The team’s server returned a record that was changed, or stored in another place. It was not used.',
  replayed: 'The team’s server returned an older record than before. It was not used.',
  denied:
    'The team’s server denies this desktop what the team needs, so ask who runs it to check the rights of its user.',
  failing: 'The team’s server replies with errors, so ask who runs it to look at its log.',
  expired: 'The team’s server returned a record that has expired. It was not used.',
};

export type Opened = { readonly record: TeamRecord } | { readonly problem: RecordProblem };

const Content = z.strictObject({ generation: z.number().int().positive(), expiresAt: z.number(), value: z.string() });
const SEALED = /^([\w-]{16})\.([1-9]\d{0,15})\.([\w-]+)$/;

export class TeamKey {
  /** Distinguishes keys and reveals nothing about them. */
  readonly id: string;
  readonly #key: Buffer;
  readonly #names: Buffer;
  readonly #sealer: Sealer;

  /** Makes a team key. Throws a RangeError when `key` has another size than 32 bytes. */
  constructor(key: Buffer) {
    if (key.length !== KEY_BYTES) throw new RangeError(`a team key has ${KEY_BYTES} bytes, not ${key.length}`);
    this.#key = key;
    this.#names = this.#derived('names');
    this.#sealer = new Sealer(this.#derived('records'));
    this.id = this.#sealer.keyId;
  }

  static generate(): TeamKey {
    return new TeamKey(randomBytes(KEY_BYTES));
  }

  /** The key as base64, for the vault and for invitations. */
  reveal(): Secret {
    return new Secret(this.#key.toString('base64'));
  }

  /** Returns the name under which the engine knows a text. Without the key, nobody can find the text from the name. */
  nameOf(kind: NameKind, text: string): string {
    const mac = createHmac('sha256', this.#names).update(`${kind}\n`).update(text).digest();
    return mac.subarray(0, NAME_BYTES).toString('base64url');
  }

  /** Encrypts a record and binds it to its name. */
  seal(name: string, record: TeamRecord): string {
    const { generation, expiresAt, value } = record;
    const sealed = this.#sealer.seal(this.#boundTo(name, generation), JSON.stringify({ generation, expiresAt, value }));
    return `${this.id}.${generation}.${Buffer.from(sealed).toString('base64url')}`;
  }

  /** Decrypts a record of the engine. `seen`: the newest known generation of this name, 0 without one. `now`: epoch ms. */
  open(name: string, text: string, { seen, now }: { readonly seen: number; readonly now: number }): Opened {
    const [, keyId, written, content] = SEALED.exec(text) ?? [];
    if (keyId === undefined || content === undefined) return { problem: 'unreadable' };
    if (keyId !== this.id) return { problem: 'otherKey' };
    const generation = Number(written);
    const opened = this.#sealer.open(this.#boundTo(name, generation), Buffer.from(content, 'base64url'));
    if (opened === null) return { problem: 'changed' };
    const record = Content.parse(JSON.parse(opened));
    if (generation < seen) return { problem: 'replayed' };
    return record.expiresAt <= now ? { problem: 'expired' } : { record };
  }

  #boundTo(name: string, generation: number): string {
    return JSON.stringify([name, this.id, generation]);
  }

  #derived(purpose: 'names' | 'records'): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#key, '', `latchkey team ${purpose}`, KEY_BYTES));
  }
}
