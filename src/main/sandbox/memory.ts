/** What the sandbox remembers across a restart, and how it is written. No token and no client secret is in here. */
import { z } from 'zod';
import { OperationId } from '../../shared/model/operation.ts';
import { Api, EpochMs, PlainDate } from '../../shared/model/primitives.ts';
import type { Document, Log, Random } from '../platform/ports.ts';

/** One token that was issued. `counted` is taken away when the quota is reset; `fate` says whether the token still opens anything. */
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
  quoteShape: z.enum(['flat', 'nested']),
  activated: z.boolean(),
  denied: z.array(OperationId),
});

export const SandboxMemory = z.strictObject({
  version: z.literal(1),
  /** Signing key and client secrets are derived from this. */
  seed: z.string().min(1),
  /** When this was written, on the machine's clock and on the sandbox's; `closed` when the console was quit in order. */
  clock: z.strictObject({ machine: EpochMs, virtual: EpochMs, rate: z.number().positive(), closed: z.boolean() }),
  settings: Settings,
  issued: z.array(IssuedToken),
  quotes: z.array(StoredQuote),
  reservations: z.array(StoredReservation),
});
export type SandboxMemory = z.infer<typeof SandboxMemory>;

const DEFAULT_LISTINGS = 240;

/** The settings of a first start. */
export function defaultSettings(): SandboxMemory['settings'] {
  return {
    listings: DEFAULT_LISTINGS,
    searchVariants: ['v1-search', 'listings'],
    quoteShape: 'flat',
    activated: true,
    denied: [],
  };
}

/** Reads what was remembered, or begins anew where there is nothing that can be read. */
export function readMemory(
  document: Document<SandboxMemory>,
  random: Random,
  machineNow: number,
  log: Log,
): SandboxMemory {
  const stored = document.read();
  const parsed = SandboxMemory.safeParse(stored);
  if (parsed.success) return parsed.data;
  if (stored !== null) log.warn('the sandbox begins anew because its memory could not be read');
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

/** Writes the memory after changes: one write at a time, and one write for all changes that came while another was going on. */
export class MemoryWriter {
  readonly #write: () => Promise<void>;
  readonly #log: Log;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(write: () => Promise<void>, log: Log) {
    this.#write = write;
    this.#log = log;
  }

  /** Resolves when what is in memory now has been written (or could not be: that is logged, the service goes on). */
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
