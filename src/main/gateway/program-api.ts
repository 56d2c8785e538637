/** Sends the requests of one command of a program: in the lowest lane, within the program's budgets, with a token that the token manager grants. */
import type { Api } from '../../shared/model/primitives.ts';
import { programTask } from '../../shared/model/program.ts';
import type { ApiAnswer, ApiCall, ApiClient } from '../api/api-client.ts';
import { abortable } from '../http/abort.ts';
import type { Answer } from '../http/answer.ts';
import type { Clock } from '../platform/ports.ts';
import type { TokenService } from '../tokens/token-service.ts';
import type { Pipeline } from '../traffic/pipeline.ts';
import type { TrafficRequest } from '../traffic/request.ts';
import type { Budgets } from './budgets.ts';
import type { Granted, Programs } from './programs.ts';

export interface ProgramApiDeps {
  readonly client: Pick<ApiClient, 'call'>;
  readonly pipeline: Pick<Pipeline, 'send'>;
  readonly budgets: Budgets;
  readonly programs: Pick<Programs, 'countRequest' | 'countIssuance'>;
  readonly tokens: Pick<TokenService, 'provideToProgram'>;
  readonly apiOf: (connectionId: string, credentialId: string) => Api;
  readonly clockOf: (connectionId: string) => Clock;
}

/** The cost of a command. `waitedMs` is the time within the budgets and the limiter, before the answer counts. */
export interface Cost {
  requests: number;
  waitedMs: number;
  issued: number;
  readonly exchangeIds: string[];
}

export class ProgramApi {
  readonly cost: Cost = { requests: 0, waitedMs: 0, issued: 0, exchangeIds: [] };
  readonly #deps: ProgramApiDeps;
  readonly #program: Granted;
  readonly #signal: AbortSignal;
  readonly #until: number;

  constructor(
    deps: ProgramApiDeps,
    program: Granted,
    { maxWaitMs, signal }: { readonly maxWaitMs: number; readonly signal: AbortSignal },
  ) {
    this.#deps = deps;
    this.#program = program;
    this.#signal = AbortSignal.any([signal, program.signal]);
    this.#until = deps.clockOf(program.connectionId).now() + maxWaitMs;
  }

  /** Calls an operation. Throws `tokenWithheld`, `budgetUsed`, `notGranted`, and the errors of {@link ApiClient.call}. */
  async call(call: ApiCall): Promise<ApiAnswer> {
    const answer = await this.#within(call.credentialId, (manner) => this.#deps.client.call({ ...call, ...manner }));
    this.cost.exchangeIds.push(answer.exchangeId);
    return answer;
  }

  /** Sends a request to a path that is no operation. Throws as `call` does. */
  async send(request: Omit<TrafficRequest, 'lane' | 'taskId' | 'signal' | 'deadlineMs' | 'mayIssue'>): Promise<Answer> {
    const answer = await this.#within(request.credentialId, (manner) =>
      this.#deps.pipeline.send({ ...request, ...manner }),
    );
    this.cost.exchangeIds.push(answer.exchangeId);
    return answer;
  }

  async #within<Result>(credentialId: string, send: (manner: Manner) => Promise<Result>): Promise<Result> {
    const { budgets, programs, tokens, clockOf, apiOf } = this.#deps;
    const { id, connectionId, concurrent } = this.#program;
    const clock = clockOf(connectionId);
    const since = clock.now();
    const api = apiOf(connectionId, credentialId);
    const leave = await budgets.enter({ id, connectionId, concurrent, api, until: this.#until, signal: this.#signal });
    try {
      programs.countRequest(id);
      if (await abortable(tokens.provideToProgram(credentialId), this.#signal)) {
        programs.countIssuance(id);
        this.cost.issued += 1;
      }
      this.cost.requests += 1;
      this.cost.waitedMs += clock.now() - since;
      const deadlineMs = Math.max(1, this.#until - clock.now());
      return await send({ lane: 'bulk', taskId: programTask(id), deadlineMs, signal: this.#signal, mayIssue: false });
    } finally {
      leave();
    }
  }
}

type Manner = Required<Pick<TrafficRequest, 'lane' | 'taskId' | 'deadlineMs' | 'mayIssue'>> & {
  readonly signal: AbortSignal;
};
