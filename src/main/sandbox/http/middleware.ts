/** The middleware around every operation: request ids, counters, faults, the bearer check, rate limits and permissions. */
import type { Context, MiddlewareHandler } from 'hono';
import type { OperationId } from '../../../shared/model/operation.ts';
import type { Api } from '../../../shared/model/primitives.ts';
import { CLIENTS, type SandboxClient } from '../auth/clients.ts';
import type { Service } from '../service.ts';
import {
  apiError,
  bookingError,
  DroppedConnection,
  ErrorAnswer,
  type ErrorStatus,
  NO_PERMISSION,
  openApiError,
  tokenError,
} from './error-answer.ts';

export interface SandboxEnv {
  Variables: { requestId: string; client: SandboxClient };
}

export function countRequests(service: Service): MiddlewareHandler<SandboxEnv> {
  return async (context, next) => {
    service.counters.requests += 1;
    service.publishSoon();
    await next();
    if (context.res.status === 429) service.counters.answered429 += 1;
  };
}

export function setRequestId(service: Service): MiddlewareHandler<SandboxEnv> {
  return async (context, next) => {
    context.set('requestId', `req-${service.random.id()}`);
    await next();
    context.res.headers.set('x-request-id', context.get('requestId'));
  };
}

/** Redirects a request without HTTPS to the same address with HTTPS (service.md §1.2). */
export const redirectToHttps: MiddlewareHandler<SandboxEnv> = async (context, next) => {
  const url = new URL(context.req.url);
  if (url.protocol === 'https:') return next();
  url.protocol = 'https:';
  return context.redirect(url.href, 301);
};

/** Makes the response to an error: its envelope, or a 500 for an unexpected error. Rethrows DroppedConnection. */
export function errorResponse(service: Service, error: Error, context: Context<SandboxEnv>): Response {
  if (error instanceof DroppedConnection) throw error;
  const answer = error instanceof ErrorAnswer ? error : internalError(service, error, context);
  const body = JSON.stringify(answer.body(context.get('requestId')));
  return new Response(body, {
    status: answer.status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...answer.headers },
  });
}

/** Applies the control panel's faults to a token endpoint. */
export function tokenFaults(service: Service): MiddlewareHandler<SandboxEnv> {
  return (context, next) =>
    withFaults(service, 'token', context, next, (status) =>
      tokenError(
        status,
        status === 429
          ? 'too_many_requests'
          : status >= 500
            ? 'server_error'
            : (TOKEN_ERRORS[status] ?? 'invalid_request'),
        'A fault of the control panel',
        status === 429 ? { 'retry-after': '60' } : {},
      ),
    );
}

const TOKEN_ERRORS: Partial<Record<ErrorStatus, string>> = { 401: 'invalid_client', 403: 'unauthorized_client' };

/** Guards a path: applies faults, then checks token, rate limit and permission. `operation`: `null` for a path without an operation id. */
export function guardOperation(
  service: Service,
  api: Api,
  operation: OperationId | null,
): MiddlewareHandler<SandboxEnv> {
  const rate = service.rates[api];
  return (context, next) =>
    withFaults(
      service,
      operation,
      context,
      async () => {
        context.set('client', authenticateBearer(service, api, context.req.header('authorization')));
        const admission = rate?.admit(service.clock.now());
        if (admission && !admission.admitted) throw rateLimited(api, admission.headers);
        if (operation && service.memory.settings.denied.includes(operation)) throw permissionDenied(api, operation);
        await next();
        for (const [name, value] of Object.entries(admission?.headers ?? {})) context.res.headers.set(name, value);
      },
      (status) => apiError(api, status, 'A fault of the control panel', status === 429 ? { 'retry-after': '1' } : {}),
    );
}

async function withFaults(
  service: Service,
  target: OperationId | 'token' | null,
  context: Context<SandboxEnv>,
  proceed: () => Promise<void>,
  answer: (status: ErrorStatus) => ErrorAnswer,
): Promise<void> {
  const { faults, any } = service.faults.take(target);
  if (any) service.publishSoon();
  if (faults.delayMs > 0) await delay(service, faults.delayMs, context.req.raw.signal);
  if (faults.dropBefore) throw new DroppedConnection();
  if (faults.status !== null) throw answer(faults.status);
  await proceed();
  if (faults.dropAfter) throw new DroppedConnection();
}

/** Waits `machineMs` on the machine's clock, or until the client disconnects. */
function delay(service: Service, machineMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = service.clock.after(machineMs * service.clock.face().rate, resolve);
    signal.addEventListener('abort', () => {
      cancel();
      resolve();
    });
  });
}

/** Checks the bearer token as in service.md §4.1, with the statuses of §8.1 and §8.4. */
function authenticateBearer(service: Service, api: Api, authorization: string | undefined): SandboxClient {
  const presented = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
  if (presented === undefined) throw forbidden(api, 'The Authorization header must be "Bearer" and an access token');
  const verdict = service.tokens.check(presented, api);
  switch (verdict.kind) {
    case 'malformed':
      throw forbidden(api, 'This is not an access token');
    case 'otherApi':
      throw forbidden(api, 'The access token has another scope');
    case 'expired':
      throw apiError(api, 401, 'The access token has expired');
    case 'unknown':
      throw apiError(api, 401, 'The access token is not known');
    case 'good': {
      const client = CLIENTS.find(({ clientId }) => clientId === verdict.clientId);
      if (!client) throw apiError(api, 401, 'The access token is not known');
      return client;
    }
  }
}

function forbidden(api: Api, why: string): ErrorAnswer {
  return api === 'openApi' ? openApiError(403, NO_PERMISSION) : bookingError(403, 'FORBIDDEN', NO_PERMISSION, why);
}

function permissionDenied(api: Api, operation: OperationId): ErrorAnswer {
  return forbidden(api, `The account has no permission for ${operation}`);
}

function rateLimited(api: Api, headers: Record<string, string>): ErrorAnswer {
  return apiError(api, 429, 'Too many requests, please slow down', headers);
}

function internalError(service: Service, error: Error, context: Context<SandboxEnv>): ErrorAnswer {
  service.log.error('the sandbox failed to answer', { path: context.req.path, reason: error.stack ?? error.message });
  return apiError(context.req.path.startsWith('/booking') ? 'booking' : 'openApi', 500, 'The sandbox failed to answer');
}
