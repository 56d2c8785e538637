/** The edge of the service: request ids, counting, faults, the bearer check, rates and permissions, around every operation. */
import type { Context, MiddlewareHandler } from 'hono';
import type { OperationId } from '../../../shared/model/operation.ts';
import type { Api } from '../../../shared/model/primitives.ts';
import { CLIENTS, type SandboxClient } from '../auth/clients.ts';
import type { Service } from '../service.ts';
import {
  bookingRefusal,
  Dropped,
  NO_PERMISSION,
  openApiRefusal,
  plainRefusal,
  Refusal,
  type RefusalStatus,
  tokenRefusal,
} from './refusal.ts';

export interface Edge {
  Variables: { requestId: string; client: SandboxClient };
}

/** Gives every answer its x-request-id and counts what was asked and refused. */
export function counting(service: Service): MiddlewareHandler<Edge> {
  return async (context, next) => {
    service.counters.requests += 1;
    service.touched();
    await next();
    if (context.res.status === 429) service.counters.answered429 += 1;
  };
}

export function identified(service: Service): MiddlewareHandler<Edge> {
  return async (context, next) => {
    context.set('requestId', `req-${service.random.id()}`);
    await next();
    context.res.headers.set('x-request-id', context.get('requestId'));
  };
}

/** Writes a refusal as its envelope; a dropped connection stays thrown; anything else is a fault of this service. */
export function written(service: Service, error: Error, context: Context<Edge>): Response {
  if (error instanceof Dropped) throw error;
  const refusal = error instanceof Refusal ? error : unexpected(service, error, context);
  const body = JSON.stringify(refusal.body(context.get('requestId')));
  return new Response(body, {
    status: refusal.status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...refusal.headers },
  });
}

/** Lets faults strike a token endpoint. */
export function tokenGate(service: Service): MiddlewareHandler<Edge> {
  return (context, next) =>
    struck(service, 'token', context, next, (status) =>
      tokenRefusal(
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

const TOKEN_ERRORS: Partial<Record<RefusalStatus, string>> = { 401: 'invalid_client', 403: 'unauthorized_client' };

/** Guards one operation: faults, then the token, then the rate, then the permission. `operation` is null for what has no operation id. */
export function guarded(service: Service, api: Api, operation: OperationId | null): MiddlewareHandler<Edge> {
  const rate = service.rates[api];
  return (context, next) =>
    struck(
      service,
      operation,
      context,
      async () => {
        context.set('client', await bearer(service, api, context.req.header('authorization')));
        const admission = rate?.admit(service.clock.now());
        if (admission && !admission.admitted) throw tooMany(api, admission.headers);
        if (operation && service.memory.settings.denied.includes(operation)) throw denied(api, operation);
        await next();
        for (const [name, value] of Object.entries(admission?.headers ?? {})) context.res.headers.set(name, value);
      },
      (status) =>
        plainRefusal(api, status, 'A fault of the control panel', status === 429 ? { 'retry-after': '1' } : {}),
    );
}

async function struck(
  service: Service,
  target: OperationId | 'token' | null,
  context: Context<Edge>,
  proceed: () => Promise<void>,
  refusal: (status: RefusalStatus) => Refusal,
): Promise<void> {
  const { strike, struck: any } = service.faults.strike(target);
  if (any) service.touched();
  if (strike.delayMs > 0) await pause(service, strike.delayMs, context.req.raw.signal);
  if (strike.dropBefore) throw new Dropped();
  if (strike.status !== null) throw refusal(strike.status);
  await proceed();
  if (strike.dropAfter) throw new Dropped();
}

/** Waits `machineMs` of the machine's time; ends early when the client has gone. */
function pause(service: Service, machineMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = service.clock.after(machineMs * service.clock.face().rate, resolve);
    signal.addEventListener('abort', () => {
      cancel();
      resolve();
    });
  });
}

/** The bearer check of spec.md, Authentication 2, with the statuses of spec.md, Errors, and domain.md, "Errors and headers". */
async function bearer(service: Service, api: Api, authorization: string | undefined): Promise<SandboxClient> {
  const presented = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
  if (presented === undefined)
    throw withoutPermission(api, 'The Authorization header must be "Bearer" and an access token');
  const verdict = await service.tokens.examine(presented, api);
  switch (verdict.kind) {
    case 'malformed':
      throw withoutPermission(api, 'This is no access token');
    case 'otherApi':
      throw withoutPermission(api, 'The access token has another scope');
    case 'expired':
      throw plainRefusal(api, 401, 'The access token has expired');
    case 'unknown':
      throw plainRefusal(api, 401, 'The access token is not known');
    case 'good': {
      const client = CLIENTS.find(({ clientId }) => clientId === verdict.clientId);
      if (!client) throw plainRefusal(api, 401, 'The access token is not known');
      return client;
    }
  }
}

function withoutPermission(api: Api, why: string): Refusal {
  return api === 'openApi' ? openApiRefusal(403, NO_PERMISSION) : bookingRefusal(403, 'FORBIDDEN', NO_PERMISSION, why);
}

function denied(api: Api, operation: OperationId): Refusal {
  return withoutPermission(api, `The account has no permission for ${operation}`);
}

function tooMany(api: Api, headers: Record<string, string>): Refusal {
  return plainRefusal(api, 429, 'Too many requests, please slow down', headers);
}

function unexpected(service: Service, error: Error, context: Context<Edge>): Refusal {
  service.log.error('the sandbox failed to answer', { path: context.req.path, reason: error.stack ?? error.message });
  return plainRefusal(
    context.req.path.startsWith('/booking') ? 'booking' : 'openApi',
    500,
    'The sandbox failed to answer',
  );
}
