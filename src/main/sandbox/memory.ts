/** The sandbox's state across restarts, and its writer. The state contains no token and no client secret. */
import { z } from 'zod';
import { OperationId } from '../../shared/model/operation.ts';
import { Api, EpochMs, PlainDate } from '../../shared/model/primitives.ts';
import { ListingIds, QuoteShape } from '../../shared/model/sandbox.ts';
import type { Document, Log, Random } from '../platform/ports.ts';

/** One issued token. A reset of the quota clears `counted`. Only a token whose `fate` is `live` is accepted. */
const IssuedToken = z.strictObject({
  jti: z.string(),
  clientId: z.string(),
  api: Api,
  at: EpochMs,
  expiresAt: EpochMs,
  renewal: z.boolean(),
  counted: z.boolean(),
  fate: z.enum(['live', 'expired', 'forgotten']),
});
export type IssuedToken = z.infer<typeof IssuedToken>;

const StoredQuote = z.strictObject({
  id: z.string(),
  listing: z.number().int(),
  checkIn: PlainDate,
  checkOut: PlainDate,
  guests: z.number().int(),
  coupons: z.array(z.string()),
  createdAt: EpochMs,
  expiresAt: EpochMs,
  reservationId: z.string().nullable(),
});
export type StoredQuote = z.infer<typeof StoredQuote>;

const StoredReservation = z.strictObject({
  id: z.string(),
  quoteId: z.string(),
  clientId: z.string(),
  listing: z.number().int(),
  checkIn: PlainDate,
  checkOut: PlainDate,
  status: z.enum(['reserved', 'confirmed']),
  confirmationCode: z.string(),
  createdAt: EpochMs,
  holdUntil: EpochMs.nullable(),
});
export type StoredReservation = z.infer<typeof StoredReservation>;

const Settings = z.strictObject({
  listings: z.number().int().min(0).max(50_000),
  searchVariants: z.array(z.enum(['v1-search', 'listings'])),
  quoteShape: QuoteShape,
  listingIds: ListingIds.default('texts'),
  activated: z.boolean(),
  denied: z.array(OperationId),
});

export const SandboxMemory = z.strictObject({
  version: z.literal(1),
  /** The seed from which the signing key and the client secrets are derived. */
  seed: z.string().min(1),
  /** The time of the last write, on the machine's clock and on the sandbox's; `closed` is true after an orderly quit. */
  clock: z.strictObject({ machine: EpochMs, virtual: EpochMs, rate: z.number().positive(), closed: z.boolean() }),
  settings: Settings,
  issued: z.array(IssuedToken),
  quotes: z.array(StoredQuote),
  reservations: z.array(StoredReservation),
});
export type SandboxMemory = z.infer<typeof SandboxMemory>;

const DEFAULT_LISTINGS = 240;

export function defaultSettings(): SandboxMemory['settings'] {
  return {
    listings: DEFAULT_LISTINGS,
    searchVariants: ['v1-search', 'listings'],
    quoteShape: 'flat',
    listingIds: 'texts',
    activated: true,
    denied: [],
  };
}

/** Reads the sandbox's memory from its document. Returns a new memory when there is no document, or when it cannot be read. */
export function readMemory(
  document: Pick<Document<SandboxMemory>, 'read' | 'write'>,
  random: Random,
  machineNow: number,
  log: Log,
): SandboxMemory {
  const stored = document.read();
  const parsed = SandboxMemory.safeParse(stored);
  if (parsed.success) return parsed.data;
  if (stored !== null) log.warn('the sandbox starts with a new memory, because the stored one could not be read');
  return {
    version: 1,
    seed: [random.id(), random.id(), random.id()].join('.'),
    clock: { machine: machineNow, virtual: machineNow, rate: 1, closed: true },
    settings: defaultSettings(),
    issued: [],
    quotes: [],
    reservations: [],
  };
}

/** Writes the memory, one write at a time. Changes during a write are written together by the next one. */
export class MemoryWriter {
  readonly #write: () => Promise<void>;
  readonly #log: Log;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(write: () => Promise<void>, log: Log) {
    this.#write = write;
    this.#log = log;
  }

  /** Resolves when the current memory is on disk, or when the write failed; a failure is only logged. */
  save(): Promise<void> {
    this.#next ??= this.#running.then(async () => {
      await Promise.resolve();
      this.#next = null;
      this.#running = this.#write().catch((error: unknown) => {
        this.#log.error('the memory of the sandbox could not be written', { reason: String(error) });
      });
      return this.#running;
    });
    return this.#next;
  }
}
