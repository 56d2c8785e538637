/** The headers whose values may be shown: an allow-list of names, and of the prefixes of gateways' headers. */
import { nameList, words } from './name-list.ts';
import { isSecretName } from './redact-keys.ts';

const isKnownHeader = nameList(`
  accept accept-encoding accept-language accept-ranges age allow alt-svc cache-control cf-cache-status cf-ray connection
  content-disposition content-encoding content-language content-length content-range content-security-policy content-type date
  deprecation etag expect-ct expires host if-modified-since if-none-match keep-alive last-modified link location content-location origin
  permissions-policy pragma prefer referrer-policy request-id retry-after server server-timing strict-transport-security sunset
  traceparent transfer-encoding upgrade user-agent vary via warning www-authenticate api-version x-api-version x-amz-apigw-id x-amz-cf-id
  x-amz-cf-pop x-amz-request-id x-amzn-requestid x-amzn-trace-id x-b3-traceid x-b3-spanid x-b3-sampled x-cache x-cache-hits
  x-cloud-trace-context x-content-type-options x-correlation-id x-datadog-trace-id x-frame-options x-kong-request-id x-page x-per-page
  x-powered-by x-request-id x-response-time x-runtime x-served-by x-total-count x-trace-id x-xss-protection tracestate sentry-trace b3
  x-vercel-id x-azure-ref x-amz-id-2 x-varnish x-timer x-edge-location content-md5 digest repr-digest content-digest if-match
  x-next-cursor x-next-page x-prev-page x-page-token x-continuation-token x-total x-total-pages x-version x-app-version x-region
  x-robots-tag x-ua-compatible x-dns-prefetch-control nel report-to reporting-endpoints priority te trailer proxy-status
  cdn-cache-control surrogate-control x-cache-status if-unmodified-since accept-charset accept-patch range accept-ch accept-post
  cache-status clear-site-data delta-base early-data im x-request-start x-queue-start x-process-time observe-browsing-topics
  origin-agent-cluster preference-applied refresh source-map x-squid-error speculation-rules timing-allow-origin tk
  upgrade-insecure-requests want-digest x-forwarded-proto referer proxy-authenticate client-id x-client-id :path x-original-path
  x-original-uri x-rewrite-url x-forwarded-path x-forwarded-prefix x-download-options content-security-policy-report-only
  x-envoy-upstream-service-time idempotency-key dnt expect sec-{ch-ua,ch-ua-mobile,ch-ua-platform,fetch-mode,fetch-site,fetch-dest,fetch-user,gpc}
  {,x-}{client,sdk,library}{-name,-info,-lang,-language,-platform,-version} x-{client,api-client,user-agent,date,duration,duration-ms,elapsed}
  x-forwarded-{host,port,server,scheme,ssl} x-original-{host,method} x-http-method{,-override} x-{requested-with,environment,release,build,hostname}
  x-{maintenance,deprecated,locale,language,timezone,currency,channel,source} {,x-}oauth-scopes x-accepted-oauth-scopes postman-token`);

/**
 * The beginnings of the headers of gateways, caches, tracers and clouds. A header with a credential or a person's address is recognised by its name
 * (`x-amzn-oidc-accesstoken`, `cf-connecting-ip`).
 */
const GATEWAYS = words(`
  x-{envoy,amz,amzn,cache,fastly,akamai,azure,msedge,ms,vercel,nf,fly,kong,goog,guploader,datadog,b3,nginx,proxy,upstream,backend,edge,origin,cdn}
  x-{varnish,litespeed,heroku,render,railway,appengine,gateway,lb,server,node,pod,instance,shard,zone,region,rack,accel,hits,age,ttl,pop,dc,env,retry}
  cf fastly akamai fly grpc`);
const isPersonal = nameList(`
  *{oidc,access,identity,client,user,customer,principal,meta,connecting,forwarded,city,postal}* *country ip ipv *-ip *-ipv`);
const isIdentifier = nameList(
  '*{request,trace,span,correlation,transaction,operation,log,invocation,account,listing,quote,reservation,event,job}{,-}id',
);
/** Recognises headers that report limits, pages, versions and errors. */
const isReported = nameList(`
  *{ratelimit,rate-limit,quota,throttle} *{ratelimit,rate-limit,quota,throttle}-* *{version,versions,status-code,statuscode}
  *error{,code,-code,type,-type,id,-id,reason,-reason,class,-class}
  x-{page,per-page,limit,offset,skip,count,total,next,prev,previous,first,last,has,cursor}{,-*}
  x-{item,items,result,results,record,records,pagination,paging,link,links}{,-*}`);

const isGateway = (name: string): boolean => GATEWAYS.some((start) => name === start || name.startsWith(`${start}-`));

/** Whether the value of a header may be recorded, judged by the header's name. Secrets within the value are redacted all the same. */
export function isShownHeader(name: string): boolean {
  const lower = name.toLowerCase();
  if (!/^:?[a-z0-9-]+$/.test(lower)) return false;
  return (
    isKnownHeader(lower) ||
    isIdentifier(lower) ||
    /^(?:access-control|cross-origin)-[a-z-]+$/.test(lower) ||
    ((isGateway(lower) || isReported(lower)) && !isPersonal(lower) && !isSecretName(lower))
  );
}
