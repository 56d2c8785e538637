/** The team's engine: a Valkey or Redis server on which the desktops of a team run scripts (ADR 55). `openEngine` loads the client library. */
import { createHash } from 'node:crypto';

/** The time in ms after which a call without a reply counts as unanswered. Its effect on the engine is then unknown. */
const DEADLINE_MS = 400;
/** The interval of pings, and the longer time without data after which a connection is dropped. */
const PING_MS = 2_000;
const SILENT_MS = 5_000;
const CONNECT_MS = 1_500;
/** The number of late calls in a row after which a connection is replaced, because our own calls keep it from its idle timeout. */
const MAX_LATE = 3;
const RECONNECT_MS = 50;
const MAX_RECONNECT_MS = 2_000;

/** A Lua script and its digest. The engine may lose its copy of the script at each restart. */
export interface Script {
  readonly text: string;
  readonly sha: string;
}

export const scriptOf = (text: string): Script => ({ text, sha: createHash('sha1').update(text).digest('hex') });

export interface EngineAddress {
  readonly host: string;
  readonly port: number;
  /** The ACL user of this desktop. */
  readonly user: string;
  readonly password: string;
  /** The certificate of the team's own authority in PEM; `null` for the authorities of the system. */
  readonly ca: string | null;
}

/** An error that the engine replied, or a reply that no script of ours makes. Unlike an unreachable engine, it does not pass by itself. */
export class EngineError extends Error {
  readonly problem: 'denied' | 'failing' | 'replayed';

  constructor(message: string, problem: EngineError['problem'] = 'failing') {
    super(message);
    this.name = 'EngineError';
    this.problem = problem;
  }
}

const DENIED = /^(NOPERM|NOAUTH|WRONGPASS)/;

/** Matches errors that an engine replies while it starts, is busy or changes its role. They pass by themselves. */
const PASSING = /^(LOADING|BUSY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|READONLY|UNKILLABLE)/;

export interface Engine {
  /**
   * Runs a script, which must give the same reply to a repeated call. Rejects with an EngineError when the engine replies with an error that does not
   * pass by itself, and with another error when, for example, no reply comes in time.
   */
  evaluate(script: Script, keys: readonly string[], args: readonly string[]): Promise<unknown>;
  /** Runs one command. */
  command(...words: readonly string[]): Promise<unknown>;
  /** Resolves when the engine is connected for the first time. */
  readonly ready: Promise<void>;
  close(): void;
}

export interface EngineOptions {
  readonly address: EngineAddress;
  /** Returns a number in [0, 1), by which the desktops of a team connect at different times after a restart of the engine. */
  readonly fraction: () => number;
  /** The time in ms after which a call counts as unanswered. */
  readonly deadlineMs?: number;
  /** Reports each failure of the connection to the engine, which is opened again automatically. */
  readonly onFailure: (error: Error) => void;
}

/** Connects to the engine with TLS, and tries again while the engine cannot be reached. Calls reject meanwhile. */
export function openEngine(options: EngineOptions): Engine {
  let isClosed = false;
  const opened = clientOf(options);
  const ready = opened.then(async ({ client }) => {
    if (!isClosed) await client.connect();
  });
  ready.catch((error: Error) => isClosed || options.onFailure(error));
  let late = 0;
  const send = async (words: readonly string[]) => {
    const { client, ErrorReply } = await opened;
    if (!client.isReady) throw new Error('The engine is not connected.');
    const reply = client.sendCommand([...words]);
    reply.then(
      () => (late = 0),
      () => {},
    );
    try {
      return await inTime(reply, options.deadlineMs ?? DEADLINE_MS);
    } catch (error) {
      if (error instanceof LateReply && ++late % MAX_LATE === 0 && client.isReady && !isClosed) {
        client.destroy();
        client.connect().catch(options.onFailure);
      }
      if (!(error instanceof ErrorReply) || PASSING.test(error.message)) throw error;
      throw new EngineError(error.message, DENIED.test(error.message) ? 'denied' : 'failing');
    }
  };
  return {
    ready,
    command: (...words) => send(words),
    async evaluate({ text, sha }, keys, args) {
      const rest = [String(keys.length), ...keys, ...args];
      try {
        return await send(['EVALSHA', sha, ...rest]);
      } catch (error) {
        if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
        return send(['EVAL', text, ...rest]);
      }
    },
    close() {
      isClosed = true;
      // What was sent, such as a goodbye, may still be answered.
      void opened
        .then(({ client }) => (client.isReady ? client.close() : client.isOpen && client.destroy()))
        .catch(() => {});
    },
  };
}

async function clientOf({ address, fraction, onFailure }: EngineOptions) {
  const { createClient, ErrorReply } = await import('@redis/client');
  const { host, port, user, password, ca } = address;
  const client = createClient({
    RESP: 2,
    // CLIENT SETINFO is unknown before 7.2.
    disableClientInfo: true,
    username: user,
    password,
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      host,
      port,
      tls: true,
      ...(ca === null ? {} : { ca }),
      socketTimeout: SILENT_MS,
      connectTimeout: CONNECT_MS,
      reconnectStrategy: (tries: number) =>
        Math.min(MAX_RECONNECT_MS, RECONNECT_MS * 2 ** Math.min(tries, 6)) * (0.5 + fraction() / 2),
    },
  });
  client.on('error', onFailure);
  return { client, ErrorReply };
}

class LateReply extends Error {}

/** Returns the reply. Rejects when the deadline passes first. */
async function inTime<Reply>(reply: Promise<Reply>, deadlineMs: number): Promise<Reply> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LateReply(`The engine did not reply within ${deadlineMs} ms.`)), deadlineMs);
  });
  try {
    return await Promise.race([reply, late]);
  } finally {
    clearTimeout(timer);
  }
}
