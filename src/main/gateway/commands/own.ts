/** The commands about the app itself: the state of its tokens, the program’s own traffic, and the program’s rights. */
import { invalidInput } from '../../../shared/app-error.ts';
import { programTask } from '../../../shared/model/program.ts';
import { filterOf } from '../../../shared/model/traffic.ts';
import type { Journal } from '../../journal/journal.ts';
import type { TokenService } from '../../tokens/token-service.ts';
import type { Programs } from '../programs.ts';
import { type Command, countOf, MAX_ROWS, tableOf } from './command.ts';

export interface OwnDeps {
  readonly tokens: Pick<TokenService, 'snapshot'>;
  readonly journal: Pick<Journal, 'page'>;
  readonly programs: Pick<Programs, 'describe'>;
}

const DEFAULT_EXCHANGES = 20;

export const ownCommands = ({
  tokens,
  journal,
  programs,
}: OwnDeps): Record<'token' | 'traffic' | 'programs', Command> => ({
  token: {
    plan: () => null,
    async run({ connection, words }) {
      if (words.join(' ') !== 'status') throw invalidInput('words', 'Write latchkey token status.');
      const data = tokens.snapshot(connection.id).tokens.map(({ label, api, state, reason, expiresAt, quota }) => ({
        ...{ label, api, state, reason, expiresAt },
        quota: { limit: quota.limit, remaining: quota.remaining, nextSlotAt: quota.nextSlotAt },
      }));
      const rows = data.map(({ label, state, expiresAt, quota }) => [
        label,
        state,
        timeOf(expiresAt),
        quota.remaining,
        quota.limit,
      ]);
      return { data, text: () => tableOf(['Credential', 'State', 'Expires', 'Slots left', 'of'], rows) };
    },
  },
  traffic: {
    plan: () => null,
    async run({ connection, program, options }) {
      const limit = countOf('limit', options.limit, DEFAULT_EXCHANGES, MAX_ROWS);
      const filter = filterOf(connection.id, { taskId: programTask(program.id) });
      const { exchanges } = await journal.page({ filter, before: null, limit });
      const data = exchanges.map(({ id, sentAt, method, url, operation, status, error, durationMs }) => ({
        ...{ id, sentAt, method, url, operation, status, error, durationMs },
      }));
      const rows = data.map(({ sentAt, method, url, status, error }) => [timeOf(sentAt), status ?? error, method, url]);
      return { data, text: () => tableOf(['Sent', 'Status', 'Method', 'Address'], rows) };
    },
  },
  programs: {
    plan: () => null,
    async run({ connection, program }) {
      const { id: _, connectionId: __, dayStartedAt: ___, ...data } = programs.describe(program.id);
      const row = [
        data.name,
        connection.name,
        `${data.usedToday} of ${data.perDay}`,
        data.issuances,
        timeOf(data.expiresAt),
      ];
      return {
        data: { ...data, connection: connection.name },
        text: () => tableOf(['Program', 'Connection', 'Requests in 24 h', 'Tokens caused', 'Expires'], [row]),
      };
    },
  },
});

const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
