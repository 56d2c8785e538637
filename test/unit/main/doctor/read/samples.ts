/** What customers send: one text of each kind, with what must be read out of it. The credentials are made up. */

export const TOKEN = 'eyJhbGciOiJSUzI1NiJ9.eyJleHAiOjE3OTUzNDE2MDAsInNjb3BlIjoib3Blbi1hcGkifQ.Zm9vYmFyYmF6cXV4Zm9vYmFy';
export const SECRET = 'Kq7x_Vb2mPz9LwT4sRd8';
export const GUEST = 'maria.lindqvist@example.org';

export interface Sample {
  readonly name: string;
  readonly text: string;
  readonly method?: string | null;
  readonly url?: string | null;
  readonly status?: number | null;
  readonly authorization?: string;
  readonly networkCode?: string;
  /** Part of the answer's body. */
  readonly says?: string;
  readonly requestText?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answered?: Readonly<Record<string, string>>;
  readonly sentAt?: string;
}

const LISTINGS = 'https://open-api.guesty.com/v1/listings';
const FORBIDDEN = '{"message":"You don\'t have permission to access, please contact our support"}';
const listing = { method: 'GET', url: LISTINGS };

export const SAMPLES: readonly Sample[] = [
  {
    name: 'cURL for bash',
    text: `curl --request GET \\\n  --url ${LISTINGS} \\\n  --header 'accept: application/json' \\\n  --header 'authorization: Bearer ${TOKEN}'`,
    ...{ ...listing, status: null, authorization: 'bearer' },
  },
  {
    name: 'cURL with its answer',
    text: `$ curl -i -H "Authorization: ${TOKEN}" ${LISTINGS}\nHTTP/1.1 403 Forbidden\nContent-Type: application/json\nDate: Sun, 22 Nov 2026 10:00:00 GMT\n\n${FORBIDDEN}`,
    ...{ ...listing, status: 403, authorization: 'bareToken', says: 'permission' },
  },
  {
    name: 'cURL whose body follows without a head',
    text: `curl ${LISTINGS} -H 'Authorization: Bearer ${TOKEN}'\n${FORBIDDEN}`,
    ...{ ...listing, status: null, authorization: 'bearer', says: 'permission' },
  },
  {
    name: 'cURL for cmd as Chrome copies it',
    text: `curl ^"${LISTINGS}?limit=5^&skip=0^" ^\n  -H ^"accept: application/json^" ^\n  -H ^"authorization: Bearer ${TOKEN}^" ^\n  --data-raw ^"^{^\\^"name^\\^":^\\^"x^\\^"^}^"`,
    ...{
      method: 'POST',
      url: `${LISTINGS}?limit=5&skip=0`,
      status: null,
      authorization: 'bearer',
      requestText: '"name"',
    },
  },
  {
    name: 'cURL for cmd as people write it',
    text: `C:\\Users\\me>curl -X GET "${LISTINGS}" ^\r\n -H "Authorization: \\"Bearer ${TOKEN}\\""`,
    ...{ ...listing, status: null, authorization: 'quoted' },
  },
  {
    name: 'a token request in cURL',
    text: `curl -X POST https://open-api.guesty.com/oauth2/token -H 'Content-Type: application/json' -d 'grant_type=client_credentials&scope=open-api' --data-urlencode 'client_secret=${SECRET}' -d client_id=abc\n\n{"error":"invalid_client","error_description":"Client authentication failed"}`,
    ...{ method: 'POST', url: 'https://open-api.guesty.com/oauth2/token', status: null, authorization: 'absent' },
    ...{
      requestText: 'grant_type=client_credentials',
      says: 'invalid_client',
      headers: { 'content-type': 'application/json' },
    },
  },
  {
    name: 'curl -v',
    text: `* Host open-api.guesty.com:443 was resolved.\n*   Trying 104.18.0.1:443...\n* Connected to open-api.guesty.com (104.18.0.1) port 443\n> GET /v1/listings HTTP/2\n> Host: open-api.guesty.com\n> User-Agent: curl/8.5.0\n> Authorization: Bearer Bearer ${TOKEN}\n>\n* Request completely sent off\n< HTTP/2 401\n< content-type: application/json\n< x-request-id: r-1\n<\n{"message":"jwt malformed"}\n* Connection #0 to host open-api.guesty.com left intact`,
    ...{
      ...listing,
      status: 401,
      authorization: 'doubledPrefix',
      says: 'jwt malformed',
      headers: { 'user-agent': 'curl/8.5.0' },
    },
  },
  {
    name: 'curl -v in the quotes of a mail',
    text: `On Mon, Bob wrote:\n> > GET /v1/listings HTTP/1.1\n> > Host: open-api.guesty.com\n> > Authorization: Basic ${TOKEN}\n> >\n> < HTTP/1.1 403 Forbidden\n> < Content-Type: application/json\n> <\n> ${FORBIDDEN}`,
    ...{ ...listing, status: 403, authorization: 'otherScheme', says: 'permission' },
  },
  {
    name: 'a name that does not resolve, by curl',
    text: `curl https://booking-api.guesty.com/v1/search -H 'Authorization: Bearer ${TOKEN}'\ncurl: (6) Could not resolve host: booking-api.guesty.com`,
    ...{ method: 'GET', url: 'https://booking-api.guesty.com/v1/search', status: null, networkCode: 'ENOTFOUND' },
  },
  {
    name: 'raw HTTP, both messages',
    text: `GET /v1/listings HTTP/1.1\r\nHost: open-api.guesty.com\r\nAccept: application/json\r\n\r\nHTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\n\r\n{"message":"token expired"}\r\n`,
    ...{ ...listing, status: 401, authorization: 'absent', says: 'token expired' },
  },
  {
    name: 'only a raw answer',
    text: `HTTP/1.1 429 Too Many Requests\nRetry-After: 12\nContent-Type: application/json\n\n{"error":{"code":"TOO_MANY","message":"slow down"}}`,
    ...{ method: null, url: null, status: 429, authorization: 'unknown', says: 'slow down' },
  },
  {
    name: 'Postman’s console as an object',
    text: `GET ${LISTINGS}: {\n  "Network": {\n    "addresses": {}\n  },\n  "Request Headers": {\n    "authorization": "{{token}}",\n    "user-agent": "PostmanRuntime/7.39.0"\n  },\n  "Response Headers": {\n    "content-type": "application/json",\n    "x-request-id": "abc"\n  },\n  "Response Body": "{\\"message\\":\\"no permission\\"}"\n}`,
    ...{
      ...listing,
      status: null,
      authorization: 'placeholder',
      says: 'no permission',
    },
  },
  {
    name: 'Insomnia’s timeline',
    text: `* Preparing request to ${LISTINGS}\n* Current time is 2026-11-22T08:00:00.000Z\n* Using libcurl/8.1.2\n* Enable automatic URL encoding\n\n> GET /v1/listings HTTP/1.1\n> Host: open-api.guesty.com\n> User-Agent: insomnia/9.2.0\n> Authorization: Bearer\n> Accept: */*\n\n* Mark bundle as not supporting multiuse\n\n< HTTP/1.1 403 Forbidden\n< Content-Type: application/json; charset=utf-8\n\n* Received 80 B chunk\n* Connection #1 to host open-api.guesty.com left intact`,
    ...{ ...listing, status: 403, authorization: 'empty', headers: { 'user-agent': 'insomnia/9.2.0' } },
  },
  {
    name: 'an error of axios',
    text: `AxiosError: Request failed with status code 403\n    at settle (/app/node_modules/axios/dist/node/axios.cjs:2019:12)\n    at IncomingMessage.handleStreamEnd (/app/node_modules/axios/dist/node/axios.cjs:3135:11)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5) {\n  code: 'ERR_BAD_REQUEST',\n  config: {\n    transitional: { silentJSONParsing: true },\n    adapter: [ 'xhr', 'http', 'fetch' ],\n    transformRequest: [ [Function: transformRequest] ],\n    timeout: 0,\n    env: { FormData: [Function], Blob: [class Blob] },\n    validateStatus: [Function: validateStatus],\n    headers: Object [AxiosHeaders] {\n      Accept: 'application/json, text/plain, */*',\n      Authorization: 'Bearer undefined',\n      'User-Agent': 'axios/1.7.2'\n    },\n    method: 'get',\n    baseURL: 'https://open-api.guesty.com/v1',\n    url: '/listings',\n    data: undefined\n  },\n  request: <ref *1> ClientRequest {\n    _events: [Object: null prototype] { abort: [Function (anonymous)] },\n    path: '/v1/listings'\n  },\n  response: {\n    status: 403,\n    statusText: 'Forbidden',\n    headers: Object [AxiosHeaders] { 'content-type': 'application/json', 'x-request-id': 'r2' },\n    data: {\n      message: "You don't have permission to access"\n    }\n  },\n  status: 403\n}`,
    ...{
      ...listing,
      status: 403,
      authorization: 'placeholder',
      says: 'permission',
      headers: { 'user-agent': 'axios/1.7.2' },
    },
  },
  {
    name: 'an error of axios as JSON',
    text: `{"message":"Request failed with status code 429","name":"AxiosError","config":{"headers":{"Accept":"application/json","Authorization":"Bearer ${TOKEN}"},"method":"get","url":"https://booking.guesty.com/api/listings?checkIn=2026-12-01"},"code":"ERR_BAD_REQUEST","status":429}`,
    ...{
      method: 'GET',
      url: 'https://booking.guesty.com/api/listings?checkIn=2026-12-01',
      status: 429,
      authorization: 'bearer',
    },
  },
  {
    name: 'Node’s fetch without a network',
    text: `node:internal/deps/undici/undici:13510\n      Error.captureStackTrace(err);\n            ^\n\nTypeError: fetch failed\n    at node:internal/deps/undici/undici:13510:13\n    at async main (/app/index.js:3:15) {\n  [cause]: Error: getaddrinfo ENOTFOUND open-api.guesty.co\n      at GetAddrInfoReqWrap.onlookupall [as oncomplete] (node:dns:120:26) {\n    errno: -3008,\n    code: 'ENOTFOUND',\n    syscall: 'getaddrinfo',\n    hostname: 'open-api.guesty.co'\n  }\n}`,
    ...{ status: null, networkCode: 'ENOTFOUND' },
  },
  {
    name: 'a traceback of Python requests',
    text: `Traceback (most recent call last):\n  File "/app/sync.py", line 12, in <module>\n    r.raise_for_status()\n  File "/usr/lib/python3/dist-packages/requests/models.py", line 1021, in raise_for_status\n    raise HTTPError(http_error_msg, response=self)\nrequests.exceptions.HTTPError: 401 Client Error: Unauthorized for url: ${LISTINGS}`,
    ...{ url: LISTINGS, status: 401, authorization: 'unknown' },
  },
  {
    name: 'a TLS error of Python',
    text: `requests.exceptions.SSLError: HTTPSConnectionPool(host='open-api.guesty.com', port=443): Max retries exceeded with url: /v1/listings (Caused by SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: unable to get local issuer certificate (_ssl.c:1006)')))`,
    ...{ status: null, networkCode: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' },
  },
  {
    name: 'a log in JSON lines',
    text: `{"level":30,"time":1795341600000,"msg":"started"}\n{"level":50,"time":1795341600000,"req":{"method":"GET","url":"/v1/listings","headers":{"host":"open-api.guesty.com"}},"res":{"statusCode":403},"err":{"message":"forbidden"}}`,
    ...{ method: 'GET', status: 403, sentAt: '2026-11-22T10:00:00.000Z' },
  },
  {
    name: 'a log of key=value',
    text: `time=2026-11-22T10:00:00Z level=error msg="upstream refused" method=GET url=${LISTINGS} status=403 duration=35ms\n`,
    ...{ ...listing, status: 403, says: 'upstream refused', sentAt: '2026-11-22T10:00:00.000Z' },
  },
  {
    name: 'an access log',
    text: `10.0.0.4 - - [22/Nov/2026:10:00:00 +0000] "GET /v1/listings?limit=20 HTTP/1.1" 403 61 "-" "axios/1.7"`,
    ...{ method: 'GET', url: '/v1/listings?limit=20', status: 403 },
  },
  {
    name: 'the developer tools of a browser',
    text: `Request URL: ${LISTINGS}\nRequest Method: GET\nStatus Code: 403 Forbidden\nRemote Address: 104.18.0.1:443\nReferrer Policy: strict-origin-when-cross-origin`,
    ...{ url: LISTINGS, status: 403, authorization: 'unknown' },
  },
  {
    name: 'a mail in prose',
    text: `Hello,\nsince yesterday GET ${LISTINGS} returns a 403 Forbidden for us. We did not change anything.\n\nBest regards\nMaria (${GUEST})`,
    ...{ ...listing, status: 403 },
  },
  {
    name: 'a mail with a list of what was done',
    text: `Endpoint: GET ${LISTINGS}\nHeaders: Authorization: Bearer <ACCESS_TOKEN>\nAccept: application/json\nResponse: 401 {"message":"Unauthorized"}`,
    ...{ ...listing, status: 401, authorization: 'bearer', says: 'Unauthorized' },
  },
  {
    name: 'OCR of raw HTTP',
    text: `GET /v1/listings HTTP/1.1\nHost: open-api.guesty.com\nAuthorizatlon : Bearer ${TOKEN}\nAccept: application/json\n\nHTTP/1.1 403 Forbidden\nContent-Type : application/json\n\n{ “message” : “You don’t have permission to access” }`,
    ...{ ...listing, status: 403, authorization: 'bearer', says: 'permission' },
  },
  {
    name: 'cURL from a word processor',
    text: `curl –X GET “${LISTINGS}” –H “Authorization: Bearer ${TOKEN}”`,
    ...{ ...listing, status: null, authorization: 'bearer' },
  },
  {
    name: 'cURL in Markdown',
    text: `This is what we run:\n\n\`\`\`bash\ncurl -s ${LISTINGS} -H 'Authorization: Bearer ${TOKEN} ' | jq .\n\`\`\`\n\nand we get:\n\n\`\`\`json\n${FORBIDDEN}\n\`\`\``,
    ...{ ...listing, authorization: 'spaces', says: 'permission' },
  },
  {
    name: 'only the body of an answer',
    text: `{"error":{"code":"LISTING_CALENDAR_BLOCKED","message":"Listing calendar is blocked","data":{"requestId":"q-1"}}}`,
    ...{ method: null, url: null, status: null, says: 'LISTING_CALENDAR_BLOCKED' },
  },
  {
    name: 'a captive portal',
    text: `curl -i ${LISTINGS} -H 'Authorization: Bearer ${TOKEN}'\nHTTP/1.1 302 Found\nLocation: http://portal.hotel.example/login\nContent-Type: text/html\n\n<html><head><title>Welcome to the hotel WiFi</title></head><body></body></html>`,
    ...{ ...listing, status: 302, says: 'Welcome to the hotel WiFi' },
  },
  {
    name: 'Insomnia’s timeline with an empty line before the answer',
    text: `> GET /v1/listings HTTP/1.1\n> Host: open-api.guesty.com\n> Authorization: Bearer ${TOKEN}\n> User-Agent: insomnia/10.3.0\n\n< HTTP/1.1 401 Unauthorized\n< Content-Type: application/json\n\n| ${FORBIDDEN}`,
    ...{ ...listing, status: 401, authorization: 'bearer', says: 'permission' },
  },
  {
    name: 'Postman’s raw log under its line of the console',
    text: `GET ${LISTINGS}\n403\n312 ms\nGET /v1/listings HTTP/1.1\nUser-Agent: PostmanRuntime/7.43.0\nHost: open-api.guesty.com\nAuthorization: Bearer ${TOKEN}\n\nHTTP/1.1 403 Forbidden\nContent-Type: application/json\n\n${FORBIDDEN}`,
    ...{ ...listing, status: 403, authorization: 'bearer', says: 'permission' },
  },
  {
    name: 'headers below a status',
    text: `POST https://open-api.guesty.com/oauth2/token\nStatus: 429 Too Many Requests\nratelimit-limit: 5\nratelimit-remaining: 0\n\nWhat is the limit?`,
    ...{ method: 'POST', url: 'https://open-api.guesty.com/oauth2/token', status: 429 },
  },
  {
    name: 'a log line with status and body',
    text: `2026-11-22 10:20:11 ERROR Api - GET ${LISTINGS} 403 ${FORBIDDEN}`,
    ...{ ...listing, status: 403, says: 'permission' },
  },
  {
    name: 'a log line with status and a page',
    text: `2026-11-22T10:22:00Z ERROR GET ${LISTINGS} 403 <html><head><title>Request Rejected</title></head><body>No.</body></html>`,
    ...{ ...listing, status: 403, says: 'Request Rejected' },
  },
  {
    name: 'a record whose body is the error itself',
    text: `{"level":"error","method":"GET","url":"${LISTINGS}","status":403,"body":${FORBIDDEN}}`,
    ...{ ...listing, status: 403, says: 'permission' },
  },
  {
    name: 'a record whose response is the error itself',
    text: `{"level":"error","method":"GET","url":"${LISTINGS}","status":403,"response":${FORBIDDEN}}`,
    ...{ ...listing, status: 403, says: 'permission' },
  },
  {
    name: 'Go that finds no host',
    text: `2026/11/22 10:13:22 sync: Get "${LISTINGS}": dial tcp: lookup open-api.guesty.com: no such host`,
    ...{ ...listing, status: null, networkCode: 'ENOTFOUND' },
  },
  {
    name: 'Go that knows no issuer',
    text: `Get "${LISTINGS}": x509: certificate signed by unknown authority`,
    ...{ ...listing, status: null, networkCode: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' },
  },
  {
    name: 'curl -v without the line of the token',
    text: `curl -v ${LISTINGS} -H "Authorization: Bearer ${TOKEN}"\n> GET /v1/listings HTTP/2\n> Host: open-api.guesty.com\n> User-Agent: curl/8\n> Accept: */*\n< HTTP/2 403\n< content-type: application/json\n<\n${FORBIDDEN}`,
    ...{ ...listing, status: 403, authorization: 'bearer', says: 'permission' },
  },
  {
    name: 'an address with a number and the status in words behind it',
    text: `sync.go:12: GET ${LISTINGS}?limit=250&skip=0: unexpected status 502 Bad Gateway`,
    ...{ method: 'GET', url: `${LISTINGS}?limit=250&skip=0`, status: 502 },
  },
  {
    name: 'an address with a number in a client that quotes it with backticks',
    text: `Client error: \`GET ${LISTINGS}?limit=200\` resulted in a \`404 Not Found\` response`,
    ...{ method: 'GET', url: `${LISTINGS}?limit=200`, status: 404 },
  },
  {
    name: 'an address with a number and no status',
    text: `GET ${LISTINGS}?limit=404&skip=0 took 12 s`,
    ...{ method: 'GET', url: `${LISTINGS}?limit=404&skip=0`, status: null },
  },
  {
    name: 'an answer behind an arrow on the next line',
    text: `GET ${LISTINGS}\n→ 403 ${FORBIDDEN}`,
    ...{ ...listing, status: 403, says: 'permission' },
  },
  {
    name: 'an answer whose reason alone stands above the body, quoted twice',
    text: `> see:\n>> GET ${LISTINGS}\n>> accept: application/json\n>>\n>> 403 Forbidden\n>> ${FORBIDDEN}`,
    ...{ ...listing, status: 403, says: 'permission' },
  },
  {
    name: 'a record of Google Cloud’s log',
    text: `{"severity":"WARNING","httpRequest":{"requestMethod":"GET","requestUrl":"${LISTINGS}","status":503}}`,
    ...{ ...listing, status: 503 },
  },
  {
    name: 'Monolog with the body of the answer as text',
    text: `[2026-11-22 08:00:00] production.WARNING: sync {"method":"GET","url":"${LISTINGS}","status":403,"body":${JSON.stringify(FORBIDDEN)}}`,
    ...{ ...listing, status: 403, says: 'permission' },
  },
  {
    name: 'a record with the body of the request as text',
    text: `{"method":"POST","url":"${LISTINGS}","status":403,"body":"{\\"title\\":\\"Loft\\"}"}`,
    ...{ method: 'POST', url: LISTINGS, status: 403 },
  },
  {
    name: 'Postman’s console without an answer',
    text: `GET ${LISTINGS}\nError: getaddrinfo ENOTFOUND open-api.guesty.com\nRequest Headers\nAccept: */*`,
    ...{ ...listing, status: null, networkCode: 'ENOTFOUND' },
  },
  ...[
    "Le nom distant n'a pas pu être résolu",
    'No se puede resolver el nombre remoto',
    'Impossibile risolvere il nome remoto',
    'O nome remoto não pôde ser resolvido',
    'Der Remotename konnte nicht aufgelöst werden',
  ].map((said) => ({
    name: `Windows: ${said}`,
    text: `We send GET ${LISTINGS}\nInvoke-WebRequest : ${said}: 'open-api.guesty.com'`,
    ...{ ...listing, status: null, networkCode: 'ENOTFOUND' },
  })),
  {
    name: 'Java that knows no issuer',
    text: `GET ${LISTINGS}\njavax.net.ssl.SSLHandshakeException: PKIX path building failed: unable to find valid certification path`,
    ...{ ...listing, status: null, networkCode: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' },
  },
  {
    name: 'a HAR with a page where JSON was asked for',
    text: JSON.stringify({
      log: {
        entries: [
          {
            startedDateTime: '2026-11-22T10:00:00.000Z',
            request: { method: 'GET', url: LISTINGS, headers: [{ name: 'Accept', value: 'application/json' }] },
            response: {
              status: 200,
              headers: [{ name: 'Content-Type', value: 'text/html' }],
              content: { text: '<html><head><title>Sign in</title></head></html>' },
            },
          },
        ],
      },
    }),
    ...{ ...listing, status: 200 },
  },
];
