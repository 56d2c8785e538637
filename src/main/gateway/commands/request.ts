/** The command that reads a path of an API: the path of an operation, or another path that the program’s rights allow. */

import { AppError, invalidInput } from '../../../shared/app-error.ts';
import { credentialFor } from '../../../shared/connection/account.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import type { EffectiveOperation } from '../../../shared/model/operation.ts';
import { Api } from '../../../shared/model/primitives.ts';
import { subjectOf } from '../../redact/redact.ts';
import { redactBody } from '../../redact/redact-body.ts';
import { addressOf } from '../../traffic/custom-requests.ts';
import type { ProgramApi } from '../program-api.ts';
import type { Granted } from '../programs.ts';
import type { Command } from './command.ts';

export interface RequestDeps {
  readonly operations: { list(connection: Connection): EffectiveOperation[] };
}

/** Matches characters that could control a terminal or hide text in it. JSON already escapes all other such characters. */
const UNSEEN = /[\u007f-\u009f\u2028\u2029]|\p{Cf}/gu;
const escaped = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** The maximum length of an answer, which is redacted as a whole. */
const MAX_ANSWER = 2 * 1024 * 1024;

export const requestCommand = ({ operations }: RequestDeps): Command => ({
  plan: ({ options }) => ({ api: apiIn(options.api), requests: 1 }),
  async run({ connection, program, api, words, options }) {
    const [method, path, ...more] = words;
    if (method !== 'GET' || path === undefined || more.length > 0)
      throw invalidInput('words', 'Write GET and a path, such as GET /v1/listings.');
    const { body } = await readPath(
      { connection, program, api, operations: operations.list(connection) },
      apiIn(options.api),
      path,
    );
    return { data: body, text: () => `${JSON.stringify(body, null, 2).replace(UNSEEN, escaped)}\n` };
  },
});

function apiIn(text: string | undefined): Api {
  if (text === 'open') return 'openApi';
  const api = Api.safeParse(text ?? 'openApi').data;
  if (!api) throw invalidInput('api', '--api takes “open” or “booking”.');
  return api;
}

interface PathRequest {
  readonly connection: Connection;
  readonly program: Granted;
  readonly api: ProgramApi;
  readonly operations: readonly EffectiveOperation[];
}

/**
 * Reads a path of an API, with its query. The answer is JSON, without secrets, and without guests unless the rights allow them. Throws `notGranted`
 * for a path that the rights do not include, `invalidInput` for a path outside the API, `answerUnusable`, and the errors of {@link ProgramApi.send}.
 */
export async function readPath(
  { connection, program, api, operations }: PathRequest,
  of: Api,
  given: string,
): Promise<{ readonly body: unknown; readonly status: number }> {
  const { url, under } = addressOf(connection, of, given);
  const isOperation = ({ operation, shape }: EffectiveOperation): boolean =>
    operation.api === of && shape.method === 'GET' && isMatch(shape.path.replaceAll(/\{\w+\}/g, '*'), under);
  if (!operations.some(isOperation) && !program.paths.some((pattern) => isMatch(pattern, under)))
    throw new AppError('notGranted', { reason: `the rights of this program do not name the path ${under}` });
  const credential = credentialFor(connection, of);
  const answer = await api.send({
    ...{
      connectionId: connection.id,
      credentialId: credential.id,
      api: of,
      operation: 'program',
      title: `GET ${under}`,
    },
    ...{ method: 'GET', url, headers: [['accept', 'application/json']], body: null, repeatable: true },
  });
  return { body: shownBody(answer, url, program.guestData), status: answer.status };
}

/** Whether a path matches a pattern, segment by segment; `*` matches any segment that is not empty. */
function isMatch(pattern: string, path: string): boolean {
  const [expected, given] = [pattern.split('/'), path.replace(/\/$/, '').split('/')];
  return (
    expected.length === given.length &&
    expected.every((segment, at) => (segment === '*' ? given[at] !== '' : segment === given[at]))
  );
}

function shownBody(
  { text, exchangeId }: { readonly text: string; readonly exchangeId: string },
  url: string,
  keepGuests: boolean,
): unknown {
  if (text.length > MAX_ANSWER)
    throw new AppError('answerUnusable', { problem: 'it is larger than 2 MB; ask for fewer records', exchangeId });
  if (text.trim() === '') return null;
  const rules = { keepGuests };
  const redacted = redactBody(text, text.length, { rules, cap: Number.POSITIVE_INFINITY, subject: subjectOf(url) });
  try {
    return JSON.parse(redacted.text);
  } catch {
    throw new AppError('answerUnusable', { problem: 'it is not JSON', exchangeId });
  }
}
