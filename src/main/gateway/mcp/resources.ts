/** The resources for agents: facts that an agent needs before it calls a tool. */
import { EXITS } from '../outcomes.ts';
import type { Working } from '../work.ts';
import type { McpDeps } from './deps.ts';
import { tokensForAgent } from './tools.ts';
import { untrusted } from './untrusted.ts';

interface Resource {
  readonly name: string;
  readonly uri: `latchkey://${string}`;
  readonly title: string;
  readonly description: string;
  readonly read: (working: Working, deps: McpDeps) => object;
}

export const RESOURCES: readonly Resource[] = [
  {
    ...{ name: 'token-status', uri: 'latchkey://token-status', title: 'The state of the tokens' },
    description: 'As token_status.',
    read: ({ connection }, { tokens }) => ({ tokens: tokensForAgent(tokens.snapshot(connection.id).tokens) }),
  },
  {
    ...{ name: 'limits', uri: 'latchkey://limits', title: 'The rate limits' },
    description: 'The windows of each API: what is allowed and used now. A program has a part of each.',
    read: ({ connection }, { rates }) => ({
      apis: rates.snapshot(connection.id).groups.map(({ api, windows, queued, pausedUntil }) => ({
        ...{ api, queued, pausedUntil },
        windows: windows.map(({ windowMs, allowed, used, freesAt }) => ({ windowMs, allowed, used, freesAt })),
      })),
    }),
  },
  {
    ...{ name: 'operations', uri: 'latchkey://operations', title: 'The operations' },
    description: 'The requests that the app knows, and where each is known from.',
    read: ({ connection }, { operationsOf }) => ({
      operations: operationsOf(connection.id).map(
        ({ operation: { id, api }, shape: { method, path }, provenance }) => ({
          ...{ id, api, method, path: untrusted(path), provenance },
        }),
      ),
    }),
  },
  {
    ...{ name: 'errors', uri: 'latchkey://errors', title: 'The codes of errors' },
    description:
      'Each code with its exit status: 64 wrong use, 65 refused, 69 unreachable, 70 a fault of the app, 75 later, 76 unknown, 77 not allowed.',
    read: () => ({ errors: EXITS }),
  },
];
