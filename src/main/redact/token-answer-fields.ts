/** The fields of a token endpoint's answer that stay readable (RFC 6749, sections 5.1 and 5.2, and what services add). */
import { words } from './name-list.ts';

/** The harmless fields of a token endpoint's answer, in lower case without punctuation. Any other field may contain a token. */
export const TOKEN_ANSWER_FIELDS: ReadonlySet<string> = new Set(
  words(`
  tokentype {,ext}expiresin expires{,at} {issued,created}at scope{,s} error{,s,description,uri,code,codes,summary,link,id,causes} code message{,s}
  status{,code} title detail{,s} moredetails type data reason timestamp path {request,trace,correlation}id retryafter limit remaining`),
);
