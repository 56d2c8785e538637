/** Writes the corrected request as a command line, following the spec and the diagnosis. Shell variables stand for its secrets. */

import type { CauseId, Diagnosis } from '../../shared/model/diagnosis.ts';
import type { CorrectedRequest } from '../../shared/model/pasted.ts';
import { SCOPES } from '../../shared/model/token.ts';
import { asScript, type CurlSource, cmdLine, curlOf, inBash, inCmd, inPowerShell } from '../../shared/request/curl.ts';
import { withChanges } from './check-request/change-parameters.ts';
import { correctionOf, type RequestCorrection } from './check-request/check-request.ts';
import { causeOf } from './diagnose.ts';
import { type Facts, readFacts } from './facts/facts.ts';
import { type Failure, type KnownService, NO_SURROUNDINGS } from './failure.ts';

/** Makes the corrected request of a failure as a command line; null when the failure does not show the request's address. */
export function correctedCurl(
  failure: Failure,
  diagnosis: Diagnosis,
  services: readonly KnownService[],
): CorrectedRequest | null {
  const facts = readFacts(failure, { ...NO_SURROUNDINGS, services });
  const cause = causeOf(diagnosis);
  const { address } = facts;
  if (address.host === null) return null;
  return facts.isToken ? tokenRequest(facts) : apiRequest(facts, cause);
}

/** The correct token request of an API: a form over HTTPS, with its scope (service.md §3.1, §3.2). */
function tokenRequest({ failure, address, api, field }: Facts): CorrectedRequest {
  const scope = api === null ? null : SCOPES[api];
  const url = `${address.bases[0] ?? `https://${address.host}`}/oauth2/token`;
  const changes = [
    ...addressChanges(failure.url, url),
    ...(failure.method !== null && failure.method !== 'POST' ? ['The method is POST.'] : []),
    ...(isForm(failure) ? [] : ['The body is a form: Content-Type application/x-www-form-urlencoded.']),
    ...(scope !== null && field('scope') !== null && field('scope') !== scope ? [`The scope is ${scope}.`] : []),
    ...(field('grant_type') !== null && field('grant_type') !== 'client_credentials'
      ? ['The grant type is client_credentials.']
      : []),
  ];
  return { ...tokenCommands(url, scope ?? `${SCOPES.openApi} or ${SCOPES.booking}`), changes };
}

type Commands = Omit<CorrectedRequest, 'changes'>;

const FORM = 'application/x-www-form-urlencoded';
const CLIENT_NOTES = ['Set CLIENT_ID and CLIENT_SECRET first: they are not part of this line.'];

function tokenCommands(url: string, scope: string): Commands {
  const bash = [
    `curl --request POST ${inBash(url)}`,
    "--header 'Accept: application/json'",
    `--header 'Content-Type: ${FORM}'`,
    "--data-urlencode 'grant_type=client_credentials'",
    `--data-urlencode ${inBash(`scope=${scope}`)}`,
    '--data-urlencode "client_id=$CLIENT_ID"',
    '--data-urlencode "client_secret=$CLIENT_SECRET"',
  ];
  const powershell = [
    `Invoke-WebRequest -UseBasicParsing -Uri ${inPowerShell(url)}`,
    "-Method 'POST'",
    "-Headers @{ 'Accept' = 'application/json' }",
    `-ContentType '${FORM}'`,
    `-Body @{ 'grant_type' = 'client_credentials'; 'scope' = ${inPowerShell(scope)}; 'client_id' = $env:CLIENT_ID; 'client_secret' = $env:CLIENT_SECRET }`,
  ];
  const cmd = [
    'curl --request POST',
    '--data-urlencode "client_id=%CLIENT_ID%"',
    '--data-urlencode "client_secret=%CLIENT_SECRET%"',
    '--data-urlencode "grant_type=client_credentials"',
    '--data-urlencode',
    inCmd(`scope=${scope}`),
    '--header "Accept: application/json"',
    `--header "Content-Type: ${FORM}"`,
    inCmd(url),
  ];
  return {
    curl: asScript(CLIENT_NOTES, bash.join(' \\\n  '), 'bash'),
    powershell: asScript(CLIENT_NOTES, powershell.join(' `\n  '), 'powershell'),
    cmd: asScript(CLIENT_NOTES, cmdLine(cmd), 'cmd'),
  };
}

const isForm = ({ requestBody }: Failure): boolean =>
  requestBody === null ||
  (requestBody.contentType === 'application/x-www-form-urlencoded' && requestBody.fields !== null);

/** The correct request to an API: HTTPS, the base path once, `Authorization: Bearer`, JSON (service.md §1.2, §4.1). */
function apiRequest(facts: Facts, cause: CauseId): CorrectedRequest {
  const { failure } = facts;
  const isDeprecated = cause === 'deprecatedEndpoint';
  const correction = facts.isUnanswered || cause === 'wrongParameters' ? correctionOf(facts) : null;
  const changes = correction?.parameters ?? [];
  const url = isDeprecated ? quotesAddress(facts) : withChanges.inUrl(rightAddress(facts, cause, correction), changes);
  const method = isDeprecated ? 'POST' : (failure.method ?? 'GET');
  const body = isDeprecated ? QUOTE : withChanges.inBody(failure.requestBody?.text ?? null, changes);
  const isJson = body !== null && /^\s*[{[]/.test(body);
  const request: CurlSource = {
    method,
    url,
    requestHeaders: [
      ['Accept', 'application/json'],
      ...(isJson ? [['Content-Type', 'application/json'] as [string, string]] : []),
      ['Authorization', 'Bearer [redacted]'],
    ],
    requestBody: body === null || method === 'GET' ? null : { text: body, bytes: Buffer.byteLength(body), cut: false },
  };
  return {
    curl: curlOf(request, 'bash'),
    powershell: curlOf(request, 'powershell'),
    cmd: curlOf(request, 'cmd'),
    changes: [
      ...addressChanges(failure.url, url),
      ...headerChanges(facts, isJson),
      ...changes.flatMap(({ from, to, value }) => [
        ...(to === null ? [] : [`The parameter “${from}” is named “${to}”.`]),
        ...(value === null ? [] : [`“${to ?? from}” is ${value}.`]),
      ]),
      ...tokenChanges(facts, cause),
    ],
  };
}

/** The fields that a quote needs (service.md §7.2). */
const QUOTE = JSON.stringify({
  listingId: 'LISTING_ID',
  checkInDateLocalized: 'YYYY-MM-DD',
  checkOutDateLocalized: 'YYYY-MM-DD',
  guestsCount: 2,
});

const quotesAddress = ({ address }: Facts): string =>
  `${address.bases[0] ?? `https://${address.host}`}/reservations/quotes`;

/** The address with HTTPS. A wrong base path is replaced by the known service's or by the documented /v1. */
function rightAddress(
  { failure, address, api, endpoint }: Facts,
  cause: CauseId,
  correction: RequestCorrection | null,
): string {
  const [, path = '', rest = ''] = /^(?:[a-z][a-z+.-]*:\/\/)?[^/?#]*([^?#]*)([\s\S]*)$/i.exec(failure.url ?? '') ?? [];
  const host = `https://${address.host}`;
  if (correction?.address) return `${correction.address}${rest}`;
  if (cause !== 'wrongBasePath') return `${host}${path}${rest}`;
  const bare = path.replace(/^(?:\/(?:api|v\d+))+(?=\/|$)/i, '');
  if (api === 'openApi') return `${host}/v1${bare}${rest}`;
  const base = address.bases[0];
  // Of the two documented search paths, the other one is worth a request (service.md §6.2).
  const isSearch = endpoint === 'search' && base !== undefined;
  const other = /\/search$/i.test(bare) ? '/listings' : '/v1/search';
  return `${base ?? host}${isSearch ? other : bare}${rest}`;
}

function addressChanges(sent: string | null, right: string): string[] {
  if (sent === null) return [];
  const bare = (url: string) =>
    url
      .replace(/^[a-z][a-z+.-]*:\/\//i, '')
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '');
  const changes: string[] = [];
  if (/^http:/i.test(sent)) changes.push('The address begins with https.');
  if (bare(sent).toLowerCase() !== bare(right).toLowerCase())
    changes.push(`The address is ${right.replace(/[?#].*$/, '')}.`);
  return changes;
}

const AUTHORIZATION: Partial<Record<Failure['authorization']['kind'], string>> = {
  absent: 'The header Authorization is there.',
  empty: 'Authorization has a token behind “Bearer ”.',
  bareToken: 'Authorization begins with “Bearer ”.',
  otherScheme: 'The scheme of Authorization is Bearer.',
  doubledPrefix: 'The word Bearer stands once in Authorization.',
  quoted: 'Authorization has no quotation marks.',
  lineBreak: 'Authorization has no line break.',
  spaces: 'Authorization has exactly one space, between Bearer and the token.',
  placeholder: 'A token stands in the place of the placeholder.',
};

function headerChanges({ failure }: Facts, isJson: boolean): string[] {
  const change = AUTHORIZATION[failure.authorization.kind];
  const type = failure.requestBody?.contentType;
  return [
    ...(change === undefined ? [] : [change]),
    ...(isJson && type !== null && type !== undefined && !/json/.test(type)
      ? ['The Content-Type is application/json.']
      : []),
  ];
}

/** Describes the other token that the request needs; empty for a cause outside the token. */
function tokenChanges({ api }: Facts, cause: CauseId): string[] {
  if (cause === 'tokenExpired' || cause === 'tokenUnknown') return ['The token is a new one.'];
  if (cause === 'wrongApi' && api !== null) return [`The token is one of scope ${SCOPES[api]}.`];
  return [];
}
