/** The fields of a token endpoint's answer that stay readable (RFC 6749, sections 5.1 and 5.2, and what services add). */

/** The harmless fields of a token endpoint's answer, in lower case without punctuation. Any other field may contain a token. */
export const TOKEN_ANSWER_FIELDS: ReadonlySet<string> = new Set([
  ...['tokentype', 'expiresin', 'extexpiresin', 'expires', 'expiresat', 'issuedat', 'createdat', 'scope', 'scopes'],
  ...['error', 'errors', 'errordescription', 'erroruri', 'errorcode', 'errorcodes', 'code', 'message', 'messages'],
  ...[
    'status',
    'statuscode',
    'title',
    'detail',
    'details',
    'moredetails',
    'type',
    'data',
    'reason',
    'timestamp',
    'path',
  ],
  ...['requestid', 'traceid', 'correlationid', 'retryafter', 'limit', 'remaining'],
  ...['errorsummary', 'errorlink', 'errorid', 'errorcauses'],
]);
