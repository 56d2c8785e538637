/** The token request is not form-encoded (service.md §3.1: token endpoints need application/x-www-form-urlencoded). */
import { allOf, type Rule, say, saysText, statementIn } from '../rule.ts';
import { notByService } from './answered-by-another.ts';

const FORM = 'application/x-www-form-urlencoded';
export const rule: Rule = {
  cause: 'wrongContentType',
  title: 'The token request is not form-encoded',
  source: 'service.md §3.1, §3.2, §3.9',
  confirm: { text: 'Read the Content-Type and the body of the token request as it was sent.', cost: 'customer' },
  remedy: () =>
    `Send grant_type, scope, client_id and client_secret as a form, with “Content-Type: ${FORM}”. Do not request tokens to try it out: each success costs a slot.`,
  weigh: (facts) => {
    const { isToken, status, failure, sent, isUnanswered } = facts;
    if (!isToken || !(isUnanswered || isRefusal(status))) return null;
    const type =
      (failure.requestBody?.contentType ?? sent('content-type'))?.split(';')[0]?.trim().toLowerCase() ?? null;
    const said = statementIn(facts, 'badForm');
    const isJson = looksLikeJson(failure.requestBody?.text);
    const findings = allOf(
      said && say.strong(saysText(said)),
      status === 415 && say.strong('Status 415: the service does not read this type of body.'),
      type === FORM
        ? isJson
          ? say.decisive('The header says form, the body is JSON.')
          : say.excluded(`The request was sent as ${FORM}.`)
        : type !== null && say.decisive(`The request was sent as “${type}”, and the endpoint reads only forms.`),
      type === null &&
        (isJson
          ? say.strong('The body is JSON, and the endpoint reads only forms.')
          : !isUnanswered &&
            failure.requestHeadersKnown &&
            failure.requestBody?.text &&
            say.strong('The request names no Content-Type, so that the body is read as no form.')),
    );
    return findings.length === 0 ? null : [...findings, ...notByService(facts)];
  },
};

const isRefusal = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 429;
const looksLikeJson = (text: string | null | undefined): boolean => /^\s*\{/.test(text ?? '');
