/** An exchange that is being assembled from pieces. */
import type { RawFailure, RawRequest, RawResponse } from './raw-failure.ts';

export interface Draft {
  request: RawRequest | null;
  response: RawResponse | null;
  networkError: RawFailure['networkError'];
  sentAt: number | null;
  /** True while the exchange is known only from remarks in sentences. */
  isRemark: boolean;
  line: number;
  end: number;
}
