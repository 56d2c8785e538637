/** Client ID or Client Secret is wrong (RFC 6749 §5.2; service.md §3.9). */
import { API_NAMES } from '../../../shared/text/api-names.ts';
import type { Facts } from '../facts/facts.ts';
import { allOf, type Finding, type Rule, say, saysText, statementIn, when } from '../rule.ts';
import { notByService } from './answered-by-another.ts';
import { isBasic } from './sent-token.ts';

const FORM = 'application/x-www-form-urlencoded';

export const rule: Rule = {
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
    const { isToken, status } = facts;
    if (!isToken || !(status === 400 || facts.isRefused)) return null;
    return [...spoken(facts), ...sentForm(facts), ...stored(facts), ...history(facts), ...notByService(facts)];
  },
};

function spoken(facts: Facts): Finding[] {
  const { envelope, status } = facts;
  const said = statementIn(facts, 'badCredentials');
  if (statementIn(facts, 'otherEnvironment'))
    return [say.weak('The service did not accept the client, because of its environment.')];
  if (envelope.oauthCode === 'invalid_client' || envelope.code === 'invalid_client')
    return allOf(
      say.strong('The service’s code invalid_client means that it did not accept Client ID and Client Secret.'),
      status === 401 && say.weak('RFC 6749 gives this code the status 401.'),
    );
  if (said) return [say.strong(saysText(said))];
  if (envelope.oauthCode !== null)
    return [say.against(`The service’s code ${envelope.oauthCode} names another reason.`)];
  return [
    status === 401
      ? say.moderate('A token endpoint answers wrong credentials with 401.')
      : say.known('The service does not document how it answers wrong credentials.'),
  ];
}

function sentForm(facts: Facts): Finding[] {
  const {
    failure: { requestBody },
    sent,
    field,
  } = facts;
  const type = (requestBody?.contentType ?? sent('content-type'))?.split(';')[0]?.trim().toLowerCase() ?? null;
  if (type !== null && type !== FORM)
    return [say.against('The endpoint could not read the credentials, because the body was not a form.')];
  if (requestBody?.fields && !isBasic(facts) && (field('client_id') === null || field('client_secret') === null)) {
    return [say.against('The form had no client_id or no client_secret.')];
  }
  const grant = field('grant_type');
  return grant !== null && grant !== 'client_credentials'
    ? [say.unlikely(`The form asked for the grant “${grant}”.`)]
    : [];
}

/** Findings from the stored credentials. Credentials that are right for the other API do not count as wrong. */
function stored({ surroundings: { connection }, api }: Facts): Finding[] {
  const storedFor = connection?.credentialApi ?? null;
  if (storedFor === null || api === null || storedFor === api) return [];
  return [say.unlikely(`These credentials are stored for the ${API_NAMES[storedFor]}, where they may be right.`)];
}

function history({ surroundings: { history: facts } }: Facts): Finding[] {
  if (facts?.settled) return [say.known('A later token request with these credentials succeeded.')];
  const before = facts?.baseAccepted;
  const text = before && `This token address issued a token ${when(before)}; the secret may have been replaced since.`;
  return text ? [say.known(text, before)] : [];
}
