/** Sends the requests of one command of a program: in the lowest lane, within the program's budgets, with a token that the token manager grants. */
import { z } from 'zod';
import { isAppError, serverOf } from '../../shared/app-error.ts';
import type { ErrorData } from '../../shared/errors.ts';
import type { Api } from '../../shared/model/primitives.ts';
import { programTask } from '../../shared/model/program.ts';
import type { ApiAnswer, ApiCall, ApiClient } from '../api/api-client.ts';
import { abortable } from '../http/abort.ts';
import type { Answer } from '../http/answer.ts';
import type { Clock } from '../platform/ports.ts';
import { waitAtMost } from '../platform/wait-at-most.ts';
import type { TokenService } from '../tokens/token-service.ts';
import type { Pipeline } from '../traffic/pipeline.ts';
import type { TrafficRequest } from '../traffic/request.ts';
import type { Budgets } from './budgets.ts';
import { type Granted, type Programs, rightsEnded } from './programs.ts';

export interface ProgramApiDeps {
  readonly client: Pick<ApiClient, 'call'>;
  readonly pipeline: Pick<Pipeline, 'send'>;
  readonly budgets: Budgets;
  readonly programs: Pick<Programs, 'countRequest' | 'countIssuance'>;
  readonly tokens: Pick<TokenService, 'provideToProgram'>;
  readonly apiOf: (connectionId: string, credentialId: string) => Api;
  readonly clockOf: (connectionId: string) => Clock;
}

/** How long each request of a command may wait before it is sent, in seconds: by default and at most. A client of MCP gives up after a minute. */
export const WAIT_SECONDS = { usual: 25, most: 600 };

/** The cost of a command. `waitedMs`: how long its requests waited for the budgets and a token, in ms of the connection's clock. */
export const Cost = z.strictObject({
  requests: z.number().int(),
  waitedMs: z.number(),
  issued: z.number().int(),
  exchangeIds: z.array(z.string()),
});
export type Cost = z.infer<typeof Cost>;

export const noCost = (): Cost => ({ requests: 0, waitedMs: 0, issued: 0, exchangeIds: [] });

export class ProgramApi {
  readonly cost = noCost();
  readonly #deps: ProgramApiDeps;
  readonly #program: Granted;
  readonly #signal: AbortSignal;
  readonly #maxWaitMs: number;

  constructor(
    deps: ProgramApiDeps,
    program: Granted,
    { maxWaitMs, signal }: { readonly maxWaitMs: number; readonly signal: AbortSignal },
  ) {
    this.#deps = deps;
    this.#program = program;
    this.#signal = AbortSignal.any([signal, program.signal]);
    this.#maxWaitMs = maxWaitMs;
  }

  /** Calls an operation. Throws `tokenWithheld`, `budgetUsed`, `notGranted`, and the errors of {@link ApiClient.call}. */
  async call(call: ApiCall): Promise<ApiAnswer> {
    const answer = await this.#within(call.credentialId, (manner) => this.#deps.client.call({ ...call, ...manner }));
    this.cost.exchangeIds.push(answer.exchangeId);
    return answer;
  }

  /** Sends a request to a path that a program gave. Throws as `call` does. */
  async send(request: Omit<TrafficRequest, keyof Manner>): Promise<Answer> {
    const answer = await this.#within(request.credentialId, (manner) =>
      this.#deps.pipeline.send({ ...request, ...manner }),
    );
    this.cost.exchangeIds.push(answer.exchangeId);
    return answer;
  }

  /** Waits for work of the app itself, as long as a request may wait; `null` when it takes longer. */
  async waitFor<Result>(work: Promise<Result>): Promise<Result | null> {
    let result: Result | null = null;
    const ended = abortable(work, this.#signal).then((value) => {
      result = value;
    });
    await waitAtMost(this.#deps.clockOf(this.#program.connectionId), this.#maxWaitMs, ended);
    return result;
  }

  /** Sends a request within the budgets. Each request of a command may wait for `maxWaitMs`. */
  async #within<Result>(credentialId: string, send: (manner: Manner) => Promise<Result>): Promise<Result> {
    const { budgets, programs, tokens, clockOf, apiOf } = this.#deps;
    const { id, connectionId, concurrent } = this.#program;
    const signal = this.#signal;
    const clock = clockOf(connectionId);
    const since = clock.now();
    const until = since + this.#maxWaitMs;
    try {
      const api = apiOf(connectionId, credentialId);
      const leave = await budgets.enter({ id, connectionId, concurrent, api, until, signal });
      try {
        programs.countRequest(id, clock.now());
        if (await abortable(tokens.provideToProgram(credentialId), signal)) {
          programs.countIssuance(id);
          this.cost.issued += 1;
        }
        this.cost.requests += 1;
        this.cost.waitedMs += clock.now() - since;
        const deadlineMs = Math.max(1, until - clock.now());
        // One attempt, so that a request of the program is one request to the service.
        return await send({ lane: 'bulk', taskId: programTask(id), deadlineMs, signal, mayIssue: false, retry: false });
      } finally {
        leave();
      }
    } catch (error) {
      if (this.#program.signal.aborted && isAppError(error, 'cancelled')) throw rightsEnded();
      const exchangeId = isAppError(error) ? exchangeIdOf(error.data) : null;
      if (exchangeId !== null) this.cost.exchangeIds.push(exchangeId);
      throw error;
    }
  }
}

const exchangeIdOf = (error: ErrorData): string | null =>
  serverOf(error)?.exchangeId ?? ('exchangeId' in error ? error.exchangeId : null);

type Manner = Required<Pick<TrafficRequest, 'lane' | 'taskId' | 'deadlineMs' | 'mayIssue' | 'retry'>> & {
  readonly signal: AbortSignal;
};
