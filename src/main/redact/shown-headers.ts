/** The headers whose values may be shown: an allow-list of names, and of the prefixes of gateways' headers. */
import { isSecretName } from './redact-keys.ts';

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
  ...['referer', 'proxy-authenticate', 'client-id', 'x-client-id', ':path'],
  ...['x-original-path', 'x-original-uri', 'x-rewrite-url', 'x-forwarded-path', 'x-forwarded-prefix'],
  ...['x-download-options', 'content-security-policy-report-only', 'x-envoy-upstream-service-time', 'idempotency-key'],
]);

/**
 * Matches headers of gateways, caches, tracers and clouds by their prefixes. A header with a credential or a person's address is recognised by
 * its name (`x-amzn-oidc-accesstoken`, `cf-connecting-ip`).
 */
const GATEWAY =
  /^(?:x-envoy|x-amzn?|cf|x-cache|x-fastly|fastly|x-akamai|akamai|x-azure|x-msedge|x-ms|x-vercel|x-nf|x-fly|fly|x-kong|x-goog|x-guploader|x-datadog|x-b3|x-nginx|x-proxy|x-upstream|x-backend|x-edge|x-origin|x-cdn|x-varnish|x-litespeed|x-heroku|x-render|x-railway|x-appengine|x-gateway|x-lb|x-server|x-node|x-pod|x-instance|x-shard|x-zone|x-region|x-rack|x-accel|x-hits|x-age|x-ttl|x-pop|x-dc|x-env|x-retry|grpc)(?:-[a-z0-9]+)*$/;
const PERSONAL =
  /oidc|access|identity|client|user|customer|principal|meta|connecting|forwarded|(?:^|-)ip(?:v\d)?$|country|city|postal/;
/** Matches headers that report limits, pages, versions and errors. */
const REPORTED =
  /^(?:x-)?(?:[a-z]+-){0,2}(?:rate-?limit|quota|throttle)(?:-[a-z0-9]+)*$|^x-(?:page|per-page|limit|offset|skip|count|total|next|prev|previous|first|last|has|cursor|items|results?|records|pagination|paging|links?)(?:-[a-z]+){0,3}$|^(?:x-)?[a-z-]{0,30}(?:versions?|error-?(?:code|type|id|reason|class)?|status-?code)$/;

/** Whether the value of a header may be shown after its text was redacted. */
export function isShownHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return (
    SHOWN_HEADERS.has(lower) ||
    /^[a-z0-9-]{0,40}(?:request|trace|span|correlation|transaction|operation|log|invocation)-?id$/.test(lower) ||
    /^(?:access-control|cross-origin)-[a-z-]+$/.test(lower) ||
    ((GATEWAY.test(lower) || REPORTED.test(lower)) && !PERSONAL.test(lower) && !isSecretName(lower))
  );
}
