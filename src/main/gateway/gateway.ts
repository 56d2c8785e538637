/** Answers programs: identifies the program, checks its rights, runs its command and sends the answer. */
import { AppError, invalidInput, isAppError, toAppError } from '../../shared/app-error.ts';
import type { ErrorData } from '../../shared/errors.ts';
import type { Connection, ConnectionsSnapshot } from '../../shared/model/connection.ts';
import type { BookingPreparation } from '../../shared/model/opening.ts';
import type { EffectiveOperation } from '../../shared/model/operation.ts';
import type { Api } from '../../shared/model/primitives.ts';
import { type ProgramsSnapshot, UNKEYED_DAYS } from '../../shared/model/program.ts';
import { TOKEN_LIFETIME_MS } from '../../shared/model/token.ts';
import { plainLine } from '../../shared/text/isolated-text.ts';
import { describeForProgram } from '../../shared/text/program-error-text.ts';
import { quotedName } from '../../shared/text/quoted-name.ts';
import { MINUTE_MS } from '../../shared/time/units.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Ask, AskForProgram, Clock, Document, Log, Question, Random, Subscribable } from '../platform/ports.ts';
import { waitAtMost } from '../platform/wait-at-most.ts';
import type { Limiters } from '../traffic/limits/limiters.ts';
import { type Arguments, argumentsOf, type Command, type CommandAnswer, type Context } from './commands/command.ts';
import { readPath } from './commands/request.ts';
import { type Call, type Incoming, STREAMING_COMMAND } from './conversation.ts';
import { type HttpDoor, type HttpRead, type HttpResult, openHttpDoor } from './http-door.ts';
import { type LocalDoor, openLocalDoor } from './local-door.ts';
import type { McpDeps } from './mcp/deps.ts';
import { EXITS, isRefusal, retryAtOf, sentencesOf, withoutServiceWords } from './outcomes.ts';
import { noCost, ProgramApi, type ProgramApiDeps } from './program-api.ts';
import { type Granted, leftToday, type Programs } from './programs.ts';
import { RecordLines, type Send } from './record-lines.ts';
import type { Asker, Manner, ProgramWork, Working } from './work.ts';

const UNNAMED = 'latchkey';
/** The number of declined questions after which a program asks no more until the app starts again. */
const MAX_DECLINED = 3;
/** The version of the JSON document; it changes when a field is removed or changes its meaning. */
const JSON_VERSION = 1;

export interface GatewayDeps extends ProgramApiDeps {
  readonly programs: Programs;
  /** Whether the administrator lets programs use the app. */
  readonly isAllowed: () => Promise<boolean>;
  /** Whether the app is locked. */
  readonly isLocked: () => boolean;
  /** Whether the app is locked and the administrator stops programs then. */
  readonly isStopped: () => Promise<boolean>;
  readonly connections: { snapshot(): Pick<ConnectionsSnapshot, 'connections' | 'currentId'> };
  readonly commands: Readonly<Record<string, Command>>;
  readonly limiterOf: Limiters['limiterOf'];
  /** Asks the person outside the page. Its limit is separate, so that a program cannot use up the limit of the app's own questions. */
  readonly ask: AskForProgram;
  /** Asks a question that the page has caused. */
  readonly askPerson: Ask;
  /** The port that the person chose for the local HTTP server; `null` while the server is off. */
  readonly httpPort: Pick<Document<number | null>, 'read' | 'write'>;
  readonly operationsOf: (connectionId: string) => EffectiveOperation[];
  /** The services that the tools for agents use. */
  readonly mcp: Omit<McpDeps, 'prepare'>;
  readonly userData: string;
  readonly clock: Clock;
  readonly random: Pick<Random, 'id'>;
  readonly log: Log;
}

export class Gateway implements ProgramWork {
  readonly #deps: GatewayDeps;
  /** The open questions about programs, by connection and name. */
  readonly #asking = new Map<string, Promise<void>>();
  readonly #refused = new Set<string>();
  /** How many questions of a program were declined since the last confirmed one, by its id. */
  readonly #declined = new Map<string, number>();
  readonly #prepared = new Emitter<BookingPreparation>();
  #door: LocalDoor | null = null;
  #http: HttpDoor | null = null;
  #running = 0;
  #askedAt = 0;
  #preparedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: GatewayDeps) {
    this.#deps = deps;
  }

  /** The time of the last answer to a program, on the machine's clock; the present time while a program is answered. */
  get askedAt(): number {
    return this.#running > 0 ? this.#deps.clock.now() : this.#askedAt;
  }

  /** Counts a request of a program while it is answered. */
  async #during<Result>(answering: Promise<Result>): Promise<Result> {
    this.#running += 1;
    try {
      return await answering;
    } finally {
      this.#running -= 1;
      this.#askedAt = this.#deps.clock.now();
    }
  }

  /** Emits a booking form that a program has filled in, for a person to read and to send. */
  get prepared(): Subscribable<BookingPreparation> {
    return this.#prepared;
  }

  /** Begins to listen for programs. A failure is logged and shown in Settings, and the app runs without programs. */
  async open(): Promise<void> {
    const { programs, userData, log } = this.#deps;
    try {
      this.#door = await openLocalDoor(userData, (call, send, signal, incoming) =>
        this.#during(
          call.args[0] === STREAMING_COMMAND
            ? this.#converse(call, send, signal, incoming)
            : this.answer(call, send, signal),
        ),
      );
      const isAllowed = await this.#deps.isAllowed();
      programs.setRefusal(isAllowed ? null : 'your administrator turned them off');
      if (isAllowed) await this.#openHttp(this.#deps.httpPort.read());
    } catch (error) {
      log.warn('programs cannot reach the app', { error: String(error) });
      programs.setRefusal(error instanceof Error ? error.message : String(error));
    }
  }

  /** Turns the local HTTP server on if the person confirms it; `null` turns it off. Throws `storageFailed`, or `invalidInput` if policies forbid programs. */
  async setHttp(port: number | null): Promise<ProgramsSnapshot> {
    const { askPerson, httpPort, programs } = this.#deps;
    if (port !== null && !(await this.#deps.isAllowed()))
      throw invalidInput('', 'Your administrator turned programs off.');
    if (port === null || (await askPerson(questionAbout(port)))) {
      // Off at once, also if that cannot be stored.
      if (port === null) await this.#openHttp(null);
      await httpPort.write(port);
      if (port !== null) await this.#openHttp(port);
    }
    return programs.list();
  }

  async #openHttp(port: number | null): Promise<void> {
    const { programs, log } = this.#deps;
    this.#http?.close();
    this.#http = null;
    let refusal: string | null = null;
    try {
      if (port !== null) this.#http = await openHttpDoor(port, this);
    } catch (error) {
      refusal = error instanceof Error ? error.message : String(error);
      log.warn('the local HTTP server does not listen', { port, error: refusal });
    }
    programs.setHttp({ port, refusal });
  }

  check(key: string): Promise<Granted> {
    return this.#deps.programs.ofKeyOrBearer(key);
  }

  async bearer(id: string, key: string): Promise<{ readonly token: string; readonly expiresInS: number }> {
    return { token: await this.#deps.programs.bearer(id, key), expiresInS: TOKEN_LIFETIME_MS / 1_000 };
  }

  /** Reads a path for a program. Never throws: the result contains the error. */
  read(request: HttpRead): Promise<HttpResult> {
    return this.#during(this.#read(request));
  }

  async #read({ program, api: of, path, maxWaitMs, signal }: HttpRead): Promise<HttpResult> {
    try {
      const connection = this.#connection(program.connectionId);
      const api = new ProgramApi(this.#deps, program, { maxWaitMs, signal });
      const operations = this.#deps.operationsOf(connection.id);
      return await readPath({ connection, program, api, operations }, of, path);
    } catch (error) {
      await this.#count(program, error);
      const data = this.errorOf(shownTo(program, error));
      const clock = this.#deps.clockOf(program.connectionId);
      const retryAt = retryAtOf(data);
      return { error: data, retryAfterMs: retryAt === null ? null : (retryAt - clock.now()) / clock.face().rate };
    }
  }

  async close(): Promise<void> {
    this.#door?.close();
    this.#http?.close();
    await this.#deps.programs.close();
  }

  /** Runs a command and sends its output; the last piece is the exit status. */
  async answer(call: Call, send: Send, signal: AbortSignal): Promise<void> {
    const isJson = call.args.some((arg) => arg === '--json' || arg === '--all');
    const lines = new RecordLines(send, signal);
    let api: ProgramApi | null = null;
    const opened = (made: ProgramApi): void => {
      api = made;
    };
    try {
      const line = (record: object) => lines.add(record);
      const ifLost = (lost: string) => void send({ lost });
      const { data, text } = await this.#run(call, signal, { opened, line, ifLost });
      await lines.flush();
      send({ out: isJson ? this.#document({ ok: true, data }, api) : text() }, { status: 0 });
    } catch (error) {
      const data = this.errorOf(error);
      // What was read before it.
      await lines.flush();
      send(
        isJson
          ? { out: this.#document({ ok: false, error: { ...data, ...describeForProgram(data) } }, api) }
          : { err: `${sentencesOf(data)}\n` },
        { status: EXITS[data.code] },
      );
    }
  }

  #run(
    call: Call,
    signal: AbortSignal,
    {
      opened,
      line,
      ifLost,
    }: Pick<Manner, 'opened'> & Pick<Context, 'ifLost'> & { readonly line: NonNullable<Context['line']> },
  ): Promise<CommandAnswer> {
    const args = argumentsOf(call.args, this.#deps.commands);
    const { connection, maxWaitMs, words, options } = args;
    return this.within(call, { connection, maxWaitMs, signal, opened }, async (granted) => {
      const own = { words, options, input: call.input, line: args.isAll ? line : null, ifLost };
      const context: Context = { ...granted, ...own };
      return args.isPlan ? this.#plan(args, context) : await args.run.run(context);
    });
  }

  async within<Result>(
    asker: Asker,
    { connection: named, maxWaitMs, signal, opened }: Manner,
    work: (granted: Working) => Promise<Result>,
  ): Promise<Result> {
    const reason = await this.stopped();
    if (reason !== null) throw new AppError('notGranted', { reason });
    const program = await this.grantedTo(asker, named);
    const connection = this.#connection(program.connectionId);
    if (named !== null && this.#named(named) !== connection)
      throw new AppError('notGranted', { reason: 'the key is for another connection' });
    const api = new ProgramApi(this.#deps, program, { maxWaitMs, signal });
    opened(api);
    const { id, connectionId, concurrent } = program;
    const until = this.#deps.clockOf(connectionId).now() + maxWaitMs;
    const end = await this.#deps.budgets.begin({ id, connectionId, concurrent, until, signal });
    try {
      return await work({ connection, program, api });
    } catch (error) {
      await this.#count(program, error);
      throw shownTo(program, error);
    } finally {
      end();
    }
  }

  async stopped(): Promise<string | null> {
    if (!(await this.#deps.isAllowed())) return 'the administrator of this computer turned programs off';
    if (await this.#deps.isStopped()) return 'the app is locked, and its administrator stops programs then';
    return null;
  }

  /** Serves a client of the Model Context Protocol until its input ends. */
  async #converse(call: Call, send: Send, signal: AbortSignal, incoming: Incoming): Promise<void> {
    try {
      // Loaded only now: most runs of the app never need it.
      const { serveMcp } = await import('./mcp/serve.ts');
      await serveMcp(
        call,
        { send, signal, incoming },
        {
          ...this.#deps.mcp,
          work: this,
          prepare: (booking) => this.#prepare(booking),
        },
      );
      send({ status: 0 });
    } catch (error) {
      const data = this.errorOf(error);
      send({ err: `${sentencesOf(data)}\n` }, { status: EXITS[data.code] });
    }
  }

  async #count({ id }: Granted, error: unknown): Promise<void> {
    if (isAppError(error) && isRefusal(error.data)) await this.#deps.programs.countRefusal(id);
  }

  waitMs(program: Granted, api: Api, requests: number): number {
    const { budgets, limiterOf } = this.#deps;
    const { id, connectionId } = program;
    return Math.max(
      budgets.waitMs({ id, connectionId, api }, requests),
      limiterOf(connectionId, api).timeToSend(requests).ms,
    );
  }

  async rightsOf({ key }: Asker): Promise<Granted | null> {
    return key === null ? null : this.#deps.programs.ofKey(key);
  }

  async confirm({ id }: Pick<Granted, 'id'>, question: Question): Promise<void> {
    const declined = this.#declined.get(id) ?? 0;
    if (declined >= MAX_DECLINED)
      throw new AppError('notGranted', { reason: 'the person at the app has declined its last questions' });
    const isConfirmed = await this.#deps.ask(question);
    if (isConfirmed === null) throw new AppError('grantPending', {});
    this.#declined.set(id, isConfirmed ? 0 : declined + 1);
    if (!isConfirmed) throw new AppError('notGranted', { reason: 'the person at the app declined it' });
  }

  /** Opens a booking form for a program. Throws `locked` while the app is locked, and `budgetUsed` when a program has opened one less than a minute ago. */
  #prepare(booking: BookingPreparation): void {
    const { clock, clockOf, isLocked } = this.#deps;
    if (isLocked()) throw new AppError('locked', {});
    const now = clock.now();
    const waitMs = this.#preparedAt + MINUTE_MS - now;
    if (waitMs > 0 && waitMs <= MINUTE_MS)
      throw new AppError('budgetUsed', {
        what: 'the one booking form a minute',
        retryAt: clockOf(booking.connectionId).now() + waitMs,
      });
    this.#preparedAt = now;
    this.#prepared.emit(booking);
  }

  /** Finds the program of a request. A program without a key is allowed by the person once. Throws `notGranted`, `grantPending`. */
  async grantedTo(asker: Asker, connectionName: string | null): Promise<Granted> {
    const { programs, connections } = this.#deps;
    if (asker.key !== null) return programs.ofKey(asker.key);
    const name = plainLine(asker.name ?? '').slice(0, 60) || UNNAMED;
    const connection =
      connectionName === null ? this.#connection(connections.snapshot().currentId) : this.#named(connectionName);
    return (await programs.ofName(connection.id, name)) ?? this.#allowed(connection, name, asker.folder);
  }

  /** Asks the person whether to allow a program. Calls for the same name share one question. */
  async #allowed(connection: Connection, name: string, folder: string): Promise<Granted> {
    const { clock, programs } = this.#deps;
    const which = `${connection.id}\n${name}`;
    const refused = new AppError('notGranted', { reason: `nobody let a program named ${quotedName(name)} read` });
    if (this.#refused.has(which)) throw refused;
    // Questions come one by one: a program that finds another one's question open is asked about later.
    if (this.#asking.size > 0 && !this.#asking.has(which)) throw new AppError('grantPending', {});
    const asking =
      this.#asking.get(which) ?? this.#ask(connection, name, folder).finally(() => this.#asking.delete(which));
    this.#asking.set(which, asking);
    // The question stays open for longer.
    await waitAtMost(clock, MINUTE_MS, asking);
    const granted = await programs.ofName(connection.id, name);
    if (granted) return granted;
    throw this.#refused.has(which) ? refused : new AppError('grantPending', {});
  }

  async #ask(connection: Connection, name: string, folder: string): Promise<void> {
    const isAllowed = await this.#deps.ask({
      title: 'Let a program read?',
      message: `A program that calls itself ${quotedName(name)} asks to read the listings, free dates, calendars and quotes of ${quotedName(connection.name)}.`,
      detail: `It was started in ${quotedName(folder)}. The app cannot check its name. It gets no token and no guests, and a part of your rate limit. You can end this at any time: Settings, Programs. If you started nothing just now, do not allow it.`,
      confirm: `Allow for ${UNKEYED_DAYS} days`,
      cancel: 'Don’t allow',
    });
    if (isAllowed) await this.#deps.programs.allow(connection.id, name);
    // A question that was not shown is asked again.
    else if (isAllowed === false) this.#refused.add(`${connection.id}\n${name}`);
  }

  async #plan({ run }: Arguments & { readonly run: Command }, context: Context): Promise<CommandAnswer> {
    const { programs } = this.#deps;
    const planned = await run.plan(context);
    const left = leftToday(programs.describe(context.program.id));
    const requests = planned?.requests ?? 0;
    const waitMs = planned ? this.waitMs(context.program, planned.api, requests) : 0;
    const isLeast = planned?.isLeast === true;
    const data = { requests, isLeast, waitMs: Math.ceil(waitMs), leftToday: left };
    return {
      data,
      text: () =>
        `${isLeast ? 'at least ' : ''}${requests} ${requests === 1 ? 'request' : 'requests'}, in about ${Math.ceil(waitMs / 1_000)} s; ${left} left today.\n`,
    };
  }

  #connection(id: string): Connection {
    const found = this.#deps.connections.snapshot().connections.find((one) => one.id === id);
    if (!found) throw new AppError('notFound', { what: 'This connection' });
    return found;
  }

  #named(text: string): Connection {
    const isSame = (name: string) => name.toLowerCase() === text.toLowerCase();
    const [found, another] = this.#deps.connections
      .snapshot()
      .connections.filter(({ id, name }) => id === text || isSame(name));
    if (!found || another)
      throw invalidInput(
        'connection',
        `There is ${another ? 'more than one' : 'no'} connection named ${quotedName(text)}.`,
      );
    return found;
  }

  errorOf(error: unknown): ErrorData {
    if (isAppError(error)) return error.data;
    const logId = this.#deps.random.id();
    this.#deps.log.error('a command of a program failed', { logId, error });
    return toAppError({ code: 'internal', logId }).data;
  }

  #document(fields: object, api: ProgramApi | null): string {
    const meta = api?.cost ?? noCost();
    return `${JSON.stringify({ version: JSON_VERSION, ...fields, meta })}\n`;
  }
}

/** Removes the service's own words from an error, unless the program may see guests' data. */
const shownTo = ({ guestData }: Granted, error: unknown): unknown =>
  guestData || !isAppError(error) ? error : toAppError(withoutServiceWords(error.data));

const questionAbout = (port: number): Question => ({
  title: 'Let programs ask over HTTP?',
  message: `Programs with a key could ask the app at http://127.0.0.1:${port}.`,
  detail:
    'Only programs on this computer reach that address, also those of its other users; each needs a key. Pages in a browser are refused. It stays on until you turn it off in Settings, Programs.',
  confirm: 'Turn on',
  cancel: 'Cancel',
});
