/** A server with a list of records that answers in pages and may lie about them. */
import { Answer } from '../../../../src/main/http/answer.ts';
import type { TrafficRequest } from '../../../../src/main/traffic/request.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';

export interface ListServerOptions {
  readonly records: Json[];
  /** The maximum page size; `tellsCap` echoes it. */
  readonly cap?: number;
  readonly tellsCap?: boolean;
  readonly ignoresSkip?: boolean;
  /** `skip` is rounded down to whole pages. */
  readonly wholePages?: boolean;
  /** Records that take a position and are not sent. */
  readonly isHidden?: (record: Json) => boolean;
  readonly count?: (length: number) => Json;
  /** Answers 400 behind the end. */
  readonly refusesBehindEnd?: boolean;
  /** The next cursor after page `number`, for lists read by cursor. */
  readonly cursors?: (number: number) => string | null;
  /** Runs before request `number` is answered, and may change the records. */
  readonly before?: (number: number, records: Json[]) => void;
  /** An answer in place of the honest one, or an error to throw. */
  readonly instead?: (number: number, request: TrafficRequest) => { status: number; body: Json } | undefined;
}

/** Records with an id. */
export const withIds = (count: number): Json[] => Array.from({ length: count }, (_, index) => ({ _id: `l${index}` }));

/** Records without any id. */
export const withoutIds = (count: number): Json[] =>
  Array.from({ length: count }, (_, index) => ({ title: `Place ${index}` }));

export class ListServer {
  readonly records: Json[];
  /** Every record that was sent, by its text. */
  readonly sent = new Set<string>();
  readonly urls: string[] = [];
  readonly #options: ListServerOptions;

  constructor(options: ListServerOptions) {
    this.#options = options;
    this.records = [...options.records];
  }

  /** The pipeline of an ApiClient. */
  readonly pipeline = {
    send: async (request: TrafficRequest): Promise<Answer> => {
      this.urls.push(request.url);
      const number = this.urls.length;
      this.#options.before?.(number, this.records);
      const { status, body } = this.#options.instead?.(number, request) ?? this.#answer(new URL(request.url), number);
      const parts = { exchangeId: `x${number}`, status, headers: new Headers(), receivedAt: number };
      const answer = new Answer({ ...parts, text: JSON.stringify(body) });
      if (answer.failure) throw answer.failure;
      return answer;
    },
  };

  #answer({ searchParams }: URL, number: number): { status: number; body: Json } {
    const { cap = 1_000, ignoresSkip, wholePages, isHidden = () => false, count, cursors } = this.#options;
    const limit = Math.min(cap, Number(searchParams.get('limit') ?? 20));
    const asked = cursors ? (number - 1) * limit : Number(searchParams.get('skip') ?? 0);
    const skip = ignoresSkip ? 0 : wholePages ? Math.floor(asked / limit) * limit : asked;
    if (this.#options.refusesBehindEnd && skip >= this.records.length && skip > 0)
      return { status: 400, body: { message: 'skip is behind the end' } };
    const results = this.records.slice(skip, skip + limit).filter((record) => !isHidden(record));
    for (const record of results) this.sent.add(JSON.stringify(record));
    return {
      status: 200,
      body: {
        results,
        ...(count ? { count: count(this.records.length) } : {}),
        ...(this.#options.tellsCap ? { limit, skip } : {}),
        ...(cursors ? { pagination: { cursor: { next: cursors(number) } } } : {}),
      },
    };
  }
}
