/** The account already has its five Booking Engine applications (service.md §2.2). */
import { MAX_APPLICATIONS } from '../../../shared/input/max-input.ts';
import { allOf, named, type Rule, say, stated, statementIn } from '../rule.ts';
import { notByService } from './answered-by-another.ts';

export const rule: Rule = {
  cause: 'sixthApplication',
  title: 'The account already has five applications',
  source: 'service.md §2.2',
  confirm: { text: 'Count the Booking Engine API instances of the account.', cost: 'customer' },
  remedy: () =>
    `An account may have ${MAX_APPLICATIONS} applications. Use the credentials of one of them (each needs its own token), or delete one that nothing uses and create the new one then.`,
  weigh: (facts) => {
    const { status, endpoint, isToken, surroundings, failure } = facts;
    if (status === null || status < 400 || status >= 500) return null;
    const said =
      statementIn(facts, 'renewalLimit') || statementIn(facts, 'tokenQuota')
        ? null
        : statementIn(facts, 'tooManyApplications');
    const count = surroundings.connection?.applications ?? 0;
    // The console keeps five applications; an account may say that it has more.
    const isBeyond =
      isToken && facts.api !== 'openApi' && count > MAX_APPLICATIONS && facts.envelope.oauthCode === null;
    const creating = endpoint === 'applications' && failure.method === 'POST';
    if (
      !creating &&
      !isBeyond &&
      !(said && (endpoint === 'applications' || isToken || status === 403 || status === 409))
    )
      return null;
    const mayBeLimit = status === 403 || status === 409 || status === 422 || status === 400;
    const counted = isBeyond ? say.strong : said || creating ? say.decisive : say.known;
    const findings = allOf(
      said && named(said, 'the number of applications').map(stated),
      creating && status !== 401 && (mayBeLimit ? say.moderate : say.weak)('The request creates an application.'),
      isBeyond &&
        status !== 429 &&
        say.moderate(`The token endpoint refuses, and ${MAX_APPLICATIONS} applications are the most that get tokens.`),
      count >= MAX_APPLICATIONS && counted(`This account has ${count} applications.`),
    );
    return findings.length === 0 ? null : [...findings, ...notByService(facts)];
  },
};
