/** The token endpoint refuses the request: its credentials, its scope or the form of its body (service.md §3.1, §3.2, §3.9; RFC 6749 §5.2). */
import { SCOPES } from '../../../shared/model/token.ts';
import type { Facts } from '../facts/facts.ts';
import { allOf, type Rule, say, statementIn, told } from '../rule.ts';

const FORM = 'application/x-www-form-urlencoded';
const KNOWN_SCOPES: readonly string[] = Object.values(SCOPES);

const isRefusal = ({ isToken, status }: Facts): boolean =>
  isToken && status !== null && status >= 400 && status < 500 && status !== 429;

export const credentialsWrong: Rule = {
  cause: 'credentialsWrong',
  title: 'Client ID or Client Secret is wrong',
  source: 'service.md §3.9; RFC 6749, section 5.2',
  confirm: {
    text: 'Compare the Client ID with the one that the service shows, and ask whether the secret was replaced.',
    cost: 'customer',
  },
  remedy: () =>
    'Enter the Client Secret again, without spaces around it. The service shows it only once, so create a new one if it is lost.',
  weigh: (facts) => {
    const { isToken, status, isRefused, envelope } = facts;
    if (!isToken || !(status === 400 || isRefused) || statementIn(facts, 'otherEnvironment')) return null;
    if (envelope.oauthCode === 'invalid_client' || envelope.code === 'invalid_client')
      return allOf(
        say.strong('The service’s code invalid_client means that it did not accept Client ID and Client Secret.'),
        status === 401 && say.weak('RFC 6749 gives this code the status 401.'),
      );
    const said = told(facts, 'badCredentials', say.strong);
    if (said.length > 0) return said;
    if (envelope.oauthCode !== null)
      return [say.against(`The service’s code ${envelope.oauthCode} names another reason.`)];
    return status === 401 ? [say.moderate('A token endpoint answers wrong credentials with 401.')] : null;
  },
};

export const scopeMisspelt: Rule = {
  cause: 'scopeMisspelt',
  title: 'The scope is missing or misspelt',
  source: 'service.md §3.1, §3.2; RFC 6749, section 5.2 (invalid_scope)',
  confirm: { text: 'Read the scope of the token request, letter by letter.', cost: 'customer' },
  remedy: ({ neededScope }) =>
    `Ask for scope “${neededScope ?? KNOWN_SCOPES.join('” or “')}”, exactly so, and for no other. A refused request costs no slot.`,
  weigh: (facts) => {
    const { envelope, field, failure } = facts;
    if (!isRefusal(facts)) return null;
    const isNamed = envelope.oauthCode === 'invalid_scope' || envelope.code === 'invalid_scope';
    const scope = field('scope');
    const isKnown = scope !== null && KNOWN_SCOPES.includes(scope);
    return allOf(
      isNamed && say.strong('The service’s code invalid_scope: it does not know the scope, or does not grant it.'),
      scope === null &&
        failure.requestBody?.fields &&
        field('grant_type') !== null &&
        say.decisive('The form asks for no scope, and both token endpoints need one.'),
      scope !== null &&
        !isKnown &&
        say.decisive(`The request asked for scope “${scope}”; there are only “${KNOWN_SCOPES.join('” and “')}”.`),
      isKnown && !isNamed && say.excluded(`The scope “${scope}” is spelt right.`),
    );
  },
};

export const wrongContentType: Rule = {
  cause: 'wrongContentType',
  title: 'The token request is not form-encoded',
  source: 'service.md §3.1, §3.2, §3.9',
  confirm: { text: 'Read the Content-Type and the body of the token request as it was sent.', cost: 'customer' },
  remedy: () =>
    `Send grant_type, scope, client_id and client_secret as a form, with “Content-Type: ${FORM}”. Do not request tokens to try it out: each success costs a slot.`,
  weigh: (facts) => {
    const { failure, sent, isToken, isUnanswered } = facts;
    if (!isRefusal(facts) && !(isToken && isUnanswered)) return null;
    const body = failure.requestBody;
    const type = (body?.contentType ?? sent('content-type'))?.split(';')[0]?.trim().toLowerCase() ?? null;
    const isJson = /^\s*\{/.test(body?.text ?? '');
    const isBare = !isUnanswered && failure.requestHeadersKnown && body?.text;
    return allOf(
      told(facts, 'badForm', say.strong),
      type === FORM && !isJson && say.excluded(`The request was sent as ${FORM}.`),
      type === FORM && isJson && say.decisive('The header says form, the body is JSON.'),
      type !== null &&
        type !== FORM &&
        say.decisive(`The request was sent as “${type}”, and the endpoint reads only forms.`),
      type === null && isJson && say.strong('The body is JSON, and the endpoint reads only forms.'),
      type === null && !isJson && isBare && say.strong('The request names no Content-Type, so the body is no form.'),
    );
  },
};
