/** Raw exchanges for the journal's tests, and a journal server without a thread. */
import type { DatabaseSync } from 'node:sqlite';
import type { RawExchange } from '../../../../src/main/http/raw-exchange.ts';
import { connect } from '../../../../src/main/journal/file/database.ts';
import { JournalServer } from '../../../../src/main/journal/worker/journal-server.ts';
import type { FromWorker, Queries, QueryName, StoredState } from '../../../../src/main/journal/worker/messages.ts';
import { toAppError } from '../../../../src/shared/app-error.ts';
import type { JournalChoices } from '../../../../src/shared/model/app.ts';
import type { ExchangeSummary, JournalState } from '../../../../src/shared/model/traffic.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

export const CHOICES: JournalChoices = {
  maxDays: 30,
  maxMegabytes: 100,
  bodyKilobytes: 64,
  keepGuests: false,
  keepTexts: false,
};

let made = 0;

export function aRaw(changes: Partial<RawExchange> = {}): RawExchange {
  made += 1;
  const id = changes.id ?? `exchange-${made}`;
  return {
    id,
    chainId: id,
    attempt: 1,
    connectionId: 'one',
    credentialId: 'key',
    api: 'booking',
    operation: 'search',
    lane: 'interactive',
    taskId: null,
    method: 'GET',
    host: 'booking.example',
    url: `https://booking.example/api/search?page=${made}`,
    status: 200,
    error: null,
    requestId: null,
    tokenGeneration: 1,
    queuedAt: 1_000,
    grantedAt: 1_001,
    sentAt: 1_002 + made,
    firstByteMs: 30,
    durationMs: 40.5,
    requestBytes: null,
    responseBytes: 2,
    requestHeaders: [['accept', 'application/json']],
    requestBody: null,
    responseHeaders: [['content-type', 'application/json']],
    responseBody: { text: '{}', bytes: 2 },
    failure: null,
    secrets: [],
    ...changes,
  };
}

/** A journal server over a real file; a test sends its messages. Like the journal, it holds exchanges until they are acknowledged. */
export class ServerRig {
  readonly clock: ManualClock;
  readonly file: string;
  readonly logs: string[] = [];
  db: DatabaseSync | null = null;
  /** Makes every opening of the file throw. */
  openingFails: Error | null = null;
  states: StoredState[] = [];
  #server: JournalServer;
  #heard: FromWorker[] = [];
  #held: { first: number; raws: RawExchange[] }[] = [];
  #sent = 0;
  #asked = 0;
  #lost = 0;

  constructor(
    file: string,
    choices: JournalChoices = CHOICES,
    { clock = new ManualClock(), opened = [] }: { clock?: ManualClock; opened?: DatabaseSync[] } = {},
  ) {
    this.clock = clock;
    this.file = file;
    this.#server = new JournalServer({
      clock,
      send: (message) => this.#hear(message),
      open: (path) => {
        if (this.openingFails) throw this.openingFails;
        this.db = connect(path);
        opened.push(this.db);
        return this.db;
      },
    });
    this.#server.handle({ kind: 'open', file, choices, revision: 1 });
  }

  #hear(message: FromWorker): void {
    if (message.kind === 'log') this.logs.push(`${message.message} ${JSON.stringify(message.fields)}`);
    else if (message.kind === 'state') this.states.push(message.state);
    else if (message.kind === 'recorded') {
      this.#held = this.#held.filter(({ first }) => first !== message.first);
      this.#lost += message.lost;
    } else if (message.kind === 'resend')
      for (const batch of this.#held) this.#server.handle({ kind: 'record', ...batch });
    this.#heard.push(message);
  }

  /** Records exchanges. Returns the summaries of those that are on record, none while the disk fails. */
  record(...raws: RawExchange[]): ExchangeSummary[] {
    const first = this.#sent + 1;
    this.#sent += raws.length;
    this.#held.push({ first, raws });
    this.#server.handle({ kind: 'record', first, raws });
    const heard = this.#heard.findLast((message) => message.kind === 'recorded');
    return heard?.first === first ? [...heard.exchanges] : [];
  }

  choose(choices: JournalChoices): void {
    this.#server.handle({ kind: 'configure', choices });
  }

  /** Runs a query; throws its failure. */
  ask<Name extends QueryName>(name: Name, input: Queries[Name]['input']): Queries[Name]['output'] {
    this.#asked += 1;
    this.#server.handle({ kind: 'query', id: this.#asked, name, input });
    const answer = this.#heard.findLast((message) => message.kind === 'result' || message.kind === 'failure');
    if (answer?.kind === 'failure') throw answer.error ? toAppError(answer.error) : new Error(answer.message);
    if (answer?.id !== this.#asked) throw new Error('no answer');
    return answer.output as Queries[Name]['output'];
  }

  get state(): JournalState {
    return { ...this.ask('state', null), lost: this.#lost };
  }

  /** Runs maintenance to its end. */
  async tidy(): Promise<void> {
    await this.clock.advance(2_000);
  }

  /** Limits the disk to the space that is used now. */
  fillDisk(): void {
    this.db?.exec('PRAGMA max_page_count = 1');
  }

  makeRoom(): void {
    this.db?.exec('PRAGMA max_page_count = 1000000');
  }

  close(): void {
    this.#server.handle({ kind: 'close' });
  }
}
