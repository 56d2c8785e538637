/** An exchange while its pieces are put together. */
import type { RawFailure, RawRequest, RawResponse } from './raw-failure.ts';

export interface Draft {
  request: RawRequest | null;
  response: RawResponse | null;
  networkError: RawFailure['networkError'];
  sentAt: number | null;
  /** Only sentences spoke of it so far. */
  isRemark: boolean;
  line: number;
  end: number;
}
