/** Makes the error for an unusable answer: its problem, and the reason that the service gives, because a 2xx may carry an error in its body. */
import { AppError } from '../../shared/app-error.ts';
import type { Json } from '../../shared/model/primitives.ts';
import { isolated } from '../../shared/text/isolated-text.ts';
import { type ErrorEnvelope, readErrorEnvelope } from '../http/error-envelope.ts';

const NO_HEADERS = new Headers();

export const answerUnusable = (problem: string, answer: { readonly body: Json; readonly exchangeId: string | null }) =>
  new AppError('answerUnusable', { problem: withReason(problem, answer.body), exchangeId: answer.exchangeId });

/** Appends the service's reason to a problem: "the quote in it has no id; the service says: Account suspended". */
export const withReason = (problem: string, body: Json): string =>
  withReported(problem, readErrorEnvelope({ json: body, text: '', headers: NO_HEADERS }));

export function withReported(problem: string, { message, code }: ErrorEnvelope): string {
  const reason = (message ?? code)?.replace(/\.$/, '');
  return reason === undefined ? problem : `${problem}; the service says: ${isolated(reason)}`;
}
