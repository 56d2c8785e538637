/** The names of secrets in JSON, forms, queries and headers, and the headers whose values may be shown. */

export const REDACTED = '[redacted]';

/** A name that contains one of these words names a secret: "accessTokenValue", "password_confirmation", "X-Amz-Signature". */
const SECRET_WORDS = new Set([
  ...[
    'token',
    'tokens',
    'secret',
    'secrets',
    'password',
    'passwords',
    'passwd',
    'pwd',
    'pass',
    'passphrase',
    'passcode',
  ],
  ...[
    'credential',
    'credentials',
    'authorization',
    'authentication',
    'auth',
    'bearer',
    'cookie',
    'cookies',
    'jwt',
    'jwe',
  ],
  ...[
    'assertion',
    'signature',
    'sig',
    'hmac',
    'salt',
    'csrf',
    'xsrf',
    'sid',
    'apikey',
    'apikeys',
    'otp',
    'totp',
    'pin',
  ],
  ...['cvc', 'cvv', 'csc', 'cvn', 'pan', 'iban', 'mnemonic', 'sessid', 'sessionid', 'jsessionid', 'phpsessid'],
  ...['passwort', 'kennwort', 'contrasena', 'senha', 'parola', 'wachtwoord', 'geheimnis', 'clave', 'heslo', 'losenord'],
  ...[
    'hdnts',
    'hdnea',
    'hdntl',
    'keybox',
    'keypad',
    'keysafe',
    'digicode',
    'schlusselbox',
    'schluesselbox',
    'interphone',
  ],
  ...['mdp', 'puk', 'lockbox', 'otpauth', 'dsn', 'sas', 'passcode', 'salasana', 'adgangskode', 'jelszo'],
]);
/** Pairs of words within a name. */
const SECRET_PAIRS = new Set(
  [
    ...['api', 'access', 'private', 'secret', 'subscription', 'encryption', 'signing', 'shared', 'account', 'master'],
    ...[
      'auth',
      'session',
      'service',
      'client',
      'security',
      'license',
      'webhook',
      'app',
      'function',
      'admin',
      'storage',
      'consumer',
      'developer',
      'partner',
      'integration',
      'licence',
      'write',
      'ingest',
      'server',
      'maps',
      'rest',
      'bot',
    ],
  ]
    .map((word) => `${word} key`)
    .concat(
      [
        'access',
        'door',
        'lock',
        'gate',
        'entry',
        'alarm',
        'verification',
        'security',
        'auth',
        'authorization',
        'pin',
      ].map((word) => `${word} code`),
      [
        'sms code',
        'mfa code',
        'backup code',
        'recovery code',
        'otp code',
        'code verifier',
        'session id',
        'session key',
      ],
      [
        'card number',
        'cc number',
        'credit card',
        'debit card',
        'card num',
        'card no',
        'account number',
        'routing number',
      ],
      ['bank account', 'sort code', 'mot passe', 'x auth', 'track data', 'user pass'],
    ),
);
/** More pairs: networks, the fields of cards, answers and links that let a person in. */
for (const pair of [
  ...[
    'wifi key',
    'wlan key',
    'wireless key',
    'network key',
    'wpa key',
    'ssh key',
    'pgp key',
    'mac key',
    'recovery key',
  ],
  ...[
    'card expiry',
    'card exp',
    'exp month',
    'exp year',
    'expiry month',
    'expiry year',
    'card code',
    'cc num',
    'account no',
  ],
  ...['security answer', 'secret answer', 'security number', 'magic link', 'reset link', 'login link', 'routing no'],
  ...[
    'seed phrase',
    'recovery phrase',
    'backup phrase',
    'mfa seed',
    'connection string',
    'door entry',
    'door access',
    'door key',
    'access number',
    'entrance key',
    'key number',
    'key safe',
    'one time',
    'check in code',
    'fa code',
  ],
])
  SECRET_PAIRS.add(pair);

/** What a code opens: a building, a network, an account. Of a few languages. */
const OPENED = [
  ...[
    'door',
    'gate',
    'lock',
    'lockbox',
    'keybox',
    'box',
    'key',
    'keypad',
    'entry',
    'entrance',
    'building',
    'alarm',
    'safe',
  ],
  ...[
    'garage',
    'elevator',
    'lift',
    'parking',
    'apartment',
    'access',
    'unlock',
    'intercom',
    'wifi',
    'wlan',
    'network',
    'lobby',
  ],
  ...[
    'recovery',
    'user',
    'device',
    'verification',
    'backup',
    'factor',
    'checkin',
    'otp',
    'mfa',
    'sms',
    'login',
    'signin',
    'time',
    'pin',
  ],
  ...[
    'reset',
    'activation',
    'scratch',
    'security',
    'auth',
    'authorization',
    'puerta',
    'acceso',
    'porta',
    'accesso',
    'porte',
  ],
  ...[
    'acces',
    'entree',
    'entrada',
    'ingresso',
    'tur',
    'tuer',
    'zugangs',
    'turen',
    'toegangs',
    'deur',
    'adgangs',
    'dor',
    'digi',
  ],
  ...['house', 'arrival', 'keyless', 'visitor', 'mailbox', 'locker', 'smartlock', 'deadbolt', 'padlock', 'stairwell'],
  ...['schlussel', 'schluessel', 'haustur', 'haustuer', 'portail', 'portal', 'immeuble', 'cancello', 'portone', 'nuki'],
  ...['ttlock', 'yale', 'august', 'schlage', 'igloohome', 'salto', 'kwikset', 'tedee', 'danalock', 'remotelock'],
];
const CODES = ['code', 'combination', 'combo', 'codigo', 'codice', 'kode', 'kod'];
const OPENED_WORDS = new Set(OPENED);
const CODE_WORDS = new Set(CODES);
/** The same in a name without borders between its words: "doorcodes". */
const SQUEEZED_CODE = new RegExp(`^(?:${OPENED.join('|')})(?:${CODES.join('|')}|pin)s?$`);
/** Between the two words: "codeForDoor", "codigo de acceso". */
const JOINING = new Set(['for', 'of', 'to', 'the', 'de', 'da', 'del', 'di', 'la']);

/** Whether two neighbours among the words name a code that opens something, in either order. */
function isCodeOf(word: string, next: string): boolean {
  return (OPENED_WORDS.has(word) && CODE_WORDS.has(next)) || (CODE_WORDS.has(word) && OPENED_WORDS.has(next));
}

/** What a name says of a secret when one of these words follows: "token_type", "passwordPolicy". */
const ABOUT = new Set([
  ...[
    'type',
    'types',
    'count',
    'limit',
    'limits',
    'endpoint',
    'url',
    'uri',
    'expires',
    'expiry',
    'expiration',
    'expired',
  ],
  ...[
    'expire',
    'lifetime',
    'ttl',
    'generation',
    'quota',
    'policy',
    'required',
    'requirements',
    'status',
    'state',
    'length',
  ],
  ...[
    'method',
    'methods',
    'mode',
    'scheme',
    'schemes',
    'provider',
    'server',
    'issuer',
    'usage',
    'used',
    'left',
    'created',
  ],
  ...[
    'remaining',
    'updated',
    'issued',
    'revoked',
    'at',
    'last4',
    'enabled',
    'disabled',
    'valid',
    'scope',
    'scopes',
    'hint',
  ],
  ...[
    'algorithm',
    'alg',
    'version',
    'format',
    'field',
    'error',
    'errors',
    'message',
    'max',
    'min',
    'age',
    'present',
    'set',
  ],
]);
/** Paging tokens and the like: not secret. */
const HARMLESS =
  /^(?:(?:next|prev|previous|page|continuation|sync|change|delta|resume|paging|pagination|cursor|start|end|scroll|skip|offset|x)+tokens?|(?:idempotency|public|partition|sort|primary|foreign|publishable)key|pin(?:ned|s)|pin(?:size|color)|tokenizer|secretary)$/;
/** Long words that are distinctive also inside a name without borders between its words: "userpassword", "clientsecretvalue". */
const SQUEEZED =
  /passw(?:or)?d|passphrase|clientsecret|secretkey|credential|apikey|accesskey|privatekey|cardnumber|creditcard|accesstoken|refreshtoken|idtoken|cctoken|cardtoken|bearertoken|authtoken|authorization|securitycode|sessionid|signature|codeverifier|clientassertion|setcookie/;
const SQUEEZED_END = /(?:token|tokens|secret|password|cvv|cvc|iban)$/;

/** Whether a name is that of a secret ("client_secret", "ccToken1", "X-Api-Key", "card[cvc]", "password_confirmation"). */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  const squeezed = words.join('');
  if (squeezed === '' || HARMLESS.test(squeezed)) return false;
  const kept = words.filter((word) => !JOINING.has(word));
  const one = kept.map((word) => (OPENED_WORDS.has(word) ? word : singular(word)));
  for (let index = 0; index < one.length; index += 1) {
    const [word = '', next = '', third = ''] = one.slice(index, index + 3);
    const found =
      SECRET_WORDS.has(word) ||
      SECRET_PAIRS.has(`${word} ${next}`) ||
      SECRET_PAIRS.has(`${word} ${next} ${third}`) ||
      isCodeOf(word, next);
    if (found) return !saysAbout(kept.slice(index + 1));
  }
  if (SQUEEZED_CODE.test(squeezed)) return true;
  const match = SQUEEZED.exec(squeezed) ?? SQUEEZED_END.exec(squeezed);
  return match !== null && !ABOUT.has(squeezed.slice(match.index + match[0].length));
}

/** What an object is about that is opened by a code or a key in it: `"frontDoor": {"code": …}`, `"api": {"key": …}`. */
const OPENED_BY: readonly (readonly [outer: RegExp, name: RegExp])[] = [
  [
    /^(?:front|back|main|side|street|building|smart|apartment|house)?(?:doors?|gates?|locks?|lockbox|keybox|keypad|alarm|intercom|garage|entry|entrance|access)(?:info|details?|data|settings|instructions|systems?)?$/,
    /^(?:main|current|new|old|master|guest|entry|access)?(?:code|combination|combo)s?$/,
  ],
  [
    /^(?:access|entry|door|lock|building|smartlock)?(?:code|pin|combination)s?$/,
    /(?:door|gate|lock|box|keypad|alarm|intercom|garage|entry|entrance|building|lobby|parking|elevator|room|unit)$/,
  ],
  [/^(?:api|ssh|signing|encryption|webhook|wifi|wlan|wireless)(?:info|details?|data|settings|access)?$/, /^keys?$/],
];

/** Whether a field names a secret together with the field around it. Both in lower case, only the letters. */
export const isSecretWithin = (outer: string, name: string): boolean =>
  OPENED_BY.some(([outers, names]) => names.test(name) && outers.test(outer));

/** "codes" and "keys" are named like one of them. */
const singular = (word: string): string => (/[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word);

/** Whether what follows the word in a name makes the value one about the secret. */
const saysAbout = (rest: readonly string[]): boolean => rest.some((word) => ABOUT.has(word));

/** The words of a name in lower case, without digits and accents: "ccToken1" has "cc" and "token". Of a path, the last 200 characters. */
export function wordsOf(name: string): string[] {
  return name
    .slice(-200)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

const SHOWN_HEADERS = new Set([
  ...['accept', 'accept-encoding', 'accept-language', 'accept-ranges', 'age', 'allow', 'alt-svc', 'cache-control'],
  ...['cf-cache-status', 'cf-ray', 'connection', 'content-disposition', 'content-encoding', 'content-language'],
  ...['content-length', 'content-range', 'content-security-policy', 'content-type', 'date', 'deprecation', 'etag'],
  ...['expect-ct', 'expires', 'host', 'if-modified-since', 'if-none-match', 'keep-alive', 'last-modified', 'link'],
  ...[
    'location',
    'content-location',
    'origin',
    'permissions-policy',
    'pragma',
    'prefer',
    'referrer-policy',
    'request-id',
  ],
  ...[
    'retry-after',
    'server',
    'server-timing',
    'strict-transport-security',
    'sunset',
    'traceparent',
    'transfer-encoding',
  ],
  ...['upgrade', 'user-agent', 'vary', 'via', 'warning', 'www-authenticate', 'api-version', 'x-api-version'],
  ...['x-amz-apigw-id', 'x-amz-cf-id', 'x-amz-cf-pop', 'x-amz-request-id', 'x-amzn-requestid', 'x-amzn-trace-id'],
  ...['x-b3-traceid', 'x-b3-spanid', 'x-b3-sampled', 'x-cache', 'x-cache-hits', 'x-cloud-trace-context'],
  ...['x-content-type-options', 'x-correlation-id', 'x-datadog-trace-id', 'x-frame-options', 'x-kong-request-id'],
  ...[
    'x-page',
    'x-per-page',
    'x-powered-by',
    'x-request-id',
    'x-response-time',
    'x-runtime',
    'x-served-by',
    'x-total-count',
  ],
  ...['x-trace-id', 'x-xss-protection', 'tracestate', 'sentry-trace', 'b3', 'x-vercel-id', 'x-azure-ref', 'x-amz-id-2'],
  ...['x-varnish', 'x-timer', 'x-edge-location', 'content-md5', 'digest', 'repr-digest', 'content-digest', 'if-match'],
  ...[
    'x-next-cursor',
    'x-next-page',
    'x-prev-page',
    'x-page-token',
    'x-continuation-token',
    'x-total',
    'x-total-pages',
  ],
  ...['x-version', 'x-app-version', 'x-region', 'x-robots-tag', 'x-ua-compatible', 'x-dns-prefetch-control'],
  ...['nel', 'report-to', 'reporting-endpoints', 'priority', 'te', 'trailer', 'proxy-status', 'cdn-cache-control'],
  ...['surrogate-control', 'x-cache-status', 'if-unmodified-since', 'accept-charset', 'accept-patch', 'range'],
  ...['accept-ch', 'accept-post', 'cache-status', 'clear-site-data', 'delta-base', 'early-data', 'im'],
  ...[
    'x-request-start',
    'x-queue-start',
    'x-process-time',
    'x-powered-by',
    'observe-browsing-topics',
    'origin-agent-cluster',
    'preference-applied',
    'refresh',
    'source-map',
    'x-squid-error',
  ],
  ...[
    'speculation-rules',
    'timing-allow-origin',
    'tk',
    'upgrade-insecure-requests',
    'want-digest',
    'x-forwarded-proto',
  ],
  ...['x-download-options', 'content-security-policy-report-only', 'x-envoy-upstream-service-time', 'idempotency-key'],
]);

/**
 * Headers of gateways, caches, tracers and clouds, by how their names begin. A header that carries a credential or the address of a person
 * is named like one (`x-amzn-oidc-accesstoken`, `cf-connecting-ip`).
 */
const GATEWAY =
  /^(?:x-envoy|x-amzn?|cf|x-cache|x-fastly|fastly|x-akamai|akamai|x-azure|x-msedge|x-ms|x-vercel|x-nf|x-fly|fly|x-kong|x-goog|x-guploader|x-datadog|x-b3|x-nginx|x-proxy|x-upstream|x-backend|x-edge|x-origin|x-cdn|x-varnish|x-litespeed|x-heroku|x-render|x-railway|x-appengine|x-gateway|x-lb|x-server|x-node|x-pod|x-instance|x-shard|x-zone|x-region|x-rack|x-accel|x-hits|x-age|x-ttl|x-pop|x-dc|x-env|x-retry|grpc)(?:-[a-z0-9]+)*$/;
const PERSONAL =
  /oidc|access|identity|client|user|customer|principal|meta|connecting|forwarded|(?:^|-)ip(?:v\d)?$|country|city|postal/;
/** Limits, pages, versions and errors. */
const REPORTED =
  /^(?:x-)?(?:[a-z]+-){0,2}(?:rate-?limit|quota|throttle)(?:-[a-z0-9]+)*$|^x-(?:page|per-page|limit|offset|skip|count|total|next|prev|previous|first|last|has|cursor|items|results?|records|pagination|paging|links?)(?:-[a-z]+){0,3}$|^(?:x-)?[a-z-]{0,30}(?:versions?|error-?(?:code|type|id|reason|class)?|status-?code)$/;

/** Whether the value of a header may be shown, once its text is redacted as well. */
export function isShownHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return (
    SHOWN_HEADERS.has(lower) ||
    /^[a-z0-9-]{0,40}(?:request|trace|span|correlation|transaction|operation|log|invocation)-?id$/.test(lower) ||
    /^(?:access-control|cross-origin)-[a-z-]+$/.test(lower) ||
    ((GATEWAY.test(lower) || REPORTED.test(lower)) && !PERSONAL.test(lower) && !isSecretName(lower))
  );
}
