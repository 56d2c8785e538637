/** An answer without a body, for tests of the limiter. */
import { Answer } from '../../src/main/http/answer.ts';

export interface AnswerHead {
  readonly status: number;
  readonly headers?: HeadersInit;
}

/** `receivedAt` matters where a header names an instant; epoch ms. */
export function answerOf({ status, headers }: AnswerHead, receivedAt = 0): Answer {
  return new Answer({ exchangeId: 'x1', status, headers: new Headers(headers), text: '', receivedAt });
}
