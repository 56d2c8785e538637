/** The token request is not form-encoded (service.md §3.1: token endpoints need application/x-www-form-urlencoded). */
import { type Finding, type Rule, say, saysText, statementIn } from '../rule.ts';
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
    const findings: Finding[] = [];
    const said = statementIn(facts, 'badForm');
    if (said) findings.push(say.strong(saysText(said)));
    if (status === 415) findings.push(say.strong('Status 415: the service does not read this type of body.'));
    if (type === FORM && looksLikeJson(failure.requestBody?.text))
      findings.push(say.decisive('The header says form, the body is JSON.'));
    else if (type === FORM) findings.push(say.excluded(`The request was sent as ${FORM}.`));
    else if (type !== null)
      findings.push(say.decisive(`The request was sent as “${type}”, and the endpoint reads only forms.`));
    else if (looksLikeJson(failure.requestBody?.text))
      findings.push(say.strong('The body is JSON, and the endpoint reads only forms.'));
    else if (!isUnanswered && failure.requestHeadersKnown && failure.requestBody?.text)
      findings.push(say.strong('The request names no Content-Type, so that the body is read as no form.'));
    return findings.length === 0 ? null : [...findings, ...notByService(facts)];
  },
};

const isRefusal = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 429;
const looksLikeJson = (text: string | null | undefined): boolean => /^\s*\{/.test(text ?? '');
