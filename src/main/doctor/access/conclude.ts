/**
 * Draws conclusions from the access matrix, in sentences that distinguish problems of one application from problems of the whole account. It uses
 * only answers that still hold, and compares answers only if the service is not known to have changed between them. Pure.
 */

import type {
  AccessAnswer,
  AccessCell,
  AccessConclusion,
  AccessCredential,
  AccessCulprit,
  AccessOperation,
} from '../../../shared/model/access.ts';
import { DAY_MS } from '../../../shared/time/units.ts';

/** A change of the service's answers from 2xx to 403 (`refused`) or back (`accepted`), which happened between `after` and `by`. */
export interface AccessTurn {
  readonly credentialId: string;
  readonly operation: string;
  readonly to: 'refused' | 'accepted';
  readonly after: number;
  readonly by: number;
}

export interface AccessFacts {
  readonly operations: readonly Pick<AccessOperation, 'id' | 'api' | 'title' | 'unprobed'>[];
  readonly credentials: readonly Pick<AccessCredential, 'id' | 'api' | 'label'>[];
  readonly cells: readonly AccessCell[];
  readonly turns: readonly AccessTurn[];
}

/** The maximum time between two answers that are compared. In a longer time the service may have changed. */
export const MAX_APART_MS = DAY_MS;
/** The largest number of names in a sentence. */
const MAX_NAMES = 5;

interface Told {
  readonly label: string;
  readonly answer: AccessAnswer;
}

/** The answers to one operation that still hold, sorted by their outcome. `silent`: the labels of the credentials that have no such answer. */
interface Answers {
  readonly title: string;
  readonly works: readonly Told[];
  readonly forbidden: readonly Told[];
  readonly unauthorized: readonly Told[];
  readonly notFound: readonly Told[];
  readonly silent: readonly string[];
  /** Whether a probe can get the missing answers. */
  readonly mayAsk: boolean;
}

type Finding = AccessConclusion & { readonly title: string };

/** Marks in the text of a finding: the operations that share it, and the verbs about them. */
const [IT, IS, WORKS] = ['\ue000', '\ue001', '\ue002'];

/** Puts the names of the operations into the text of a finding that they share. */
const worded = (text: string, titles: readonly string[]): string =>
  text
    .replaceAll(IT, () => listed(titles.map((title) => `“${title}”`)))
    .replaceAll(IS, titles.length === 1 ? 'is' : 'are')
    .replaceAll(WORKS, titles.length === 1 ? 'works' : 'work');

/** Names the culprits that the access matrix shows, applications and the account first. Operations with the same result share a sentence. */
export function conclude(facts: AccessFacts): AccessConclusion[] {
  const findings = facts.operations.flatMap((operation) => {
    const answers = answersTo(operation, facts);
    const ofApi = new Set(facts.credentials.filter(({ api }) => api === operation.api).map(({ id }) => id));
    const turns = operation.id === 'token' ? [] : facts.turns.filter(({ credentialId }) => ofApi.has(credentialId));
    return findingAbout(answers, turns) ?? [];
  });
  const shared = Map.groupBy(findings, ({ culprit, text }) => `${culprit} ${text}`);
  const conclusions = [...shared.values()].flatMap((group): AccessConclusion[] => {
    const exchangeIds = group.flatMap((one) => one.exchangeIds);
    const titles = group.map(({ title }) => title);
    return group.slice(0, 1).map(({ culprit, text }) => ({ culprit, text: worded(text, titles), exchangeIds }));
  });
  return conclusions.length > 0
    ? conclusions.toSorted((one, two) => ORDER.indexOf(one.culprit) - ORDER.indexOf(two.culprit))
    : nothingRefused(facts);
}

const ORDER: readonly AccessCulprit[] = ['application', 'account', 'token', 'path', 'notEnough', 'nothing'];

function answersTo(operation: AccessFacts['operations'][number], { credentials, cells }: AccessFacts): Answers {
  const asked = credentials.filter(({ api }) => api === operation.api);
  const told: Told[] = [];
  const silent: string[] = [];
  for (const { id, label } of asked) {
    const cell = cells.find((one) => one.operation === operation.id && one.credentialId === id);
    if (cell?.answer && cell.answer.outdated === null && cell.answer.outcome !== 'other')
      told.push({ label, answer: cell.answer });
    else silent.push(label);
  }
  const of = (outcome: AccessAnswer['outcome']) => told.filter(({ answer }) => answer.outcome === outcome);
  return {
    title: operation.title,
    works: of('works'),
    forbidden: of('forbidden'),
    unauthorized: of('unauthorized'),
    notFound: of('notFound'),
    silent,
    mayAsk: operation.unprobed === null,
  };
}

/** The conclusion from the answers to one operation; null when none was refused, unless all of several answers are 404. */
function findingAbout(answers: Answers, turns: readonly AccessTurn[]): Finding | null {
  const { title, works, forbidden, unauthorized, notFound, silent } = answers;
  const refused = [...forbidden, ...unauthorized];
  const all = refused.length + works.length + notFound.length + silent.length;
  const compared = [...works, ...refused];
  const say = (culprit: AccessCulprit, text: string, from: readonly Told[] = compared): Finding => ({
    ...{ culprit, title, text },
    exchangeIds: from.map(({ answer }) => answer.exchangeId),
  });
  const notThere = `${IT} ${IS} not found (404) with any of ${all} applications: it is the path or the record, not the access.`;
  if (refused.length === 0)
    return notFound.length > 1 && notFound.length === all ? say('path', notThere, notFound) : null;
  // Where every answer is a refusal, a change to refusals contradicts none of them.
  const disturbing = works.length > 0 ? turns : turns.filter(({ to }) => to === 'accepted');
  const mixed = whyNotComparable(compared, disturbing);
  if (compared.length > 1 && mixed) return say('notEnough', `Not enough: the answers to ${IT} ${mixed}. Probe again.`);
  const names = namesOf(refused);
  if (works.length > 0) {
    const begin = `${IT} ${WORKS} with ${namesOf(works)} and not with ${names}`;
    const [are, theirs] = refused.length === 1 ? ['is', 'its token'] : ['are', 'their tokens'];
    return forbidden.length > 0
      ? say('application', `${begin}: it is ${names}, not the account.`)
      : say('token', `${begin}, which ${are} answered 401: it is ${theirs}, not the account.`);
  }
  if (silent.length > 0 || notFound.length > 0) {
    const missing = listed([...silent, ...notFound.map(({ label }) => label)]);
    const next = answers.mayAsk ? `probe ${missing} too` : `${missing} did not try`;
    return say('notEnough', `Not enough: ${IT} ${IS} refused for ${names}; ${next}.`);
  }
  const only = `and ${names} is the only one. Other credentials of the account would show whether it is ${names} or the account.`;
  if (all === 1) return say('notEnough', `Not enough: ${IT} ${IS} refused, ${only}`);
  const ofAll = `for all ${all} applications`;
  if (unauthorized.length === 0) return say('account', `${IT} ${IS} refused ${ofAll}: the account.`);
  return forbidden.length === 0
    ? say('token', `${IT} ${IS} answered 401 ${ofAll}: their tokens are refused, which says nothing of the account.`)
    : say(
        'notEnough',
        `Not enough: ${IT} ${IS} refused ${ofAll}, but for ${namesOf(unauthorized)} with 401, which is about the token.`,
      );
}

/** The reason why answers cannot be compared, as the end of a sentence; null when they can. */
function whyNotComparable(told: readonly Told[], turns: readonly AccessTurn[]): string | null {
  const times = told.map(({ answer }) => answer.at);
  const [from, until] = [Math.min(...times), Math.max(...times)];
  if (turns.some(({ after, by }) => after < until && by > from))
    return 'are from before and after a change at the service';
  return until - from > MAX_APART_MS ? 'are more than a day apart' : null;
}

function nothingRefused({ cells }: AccessFacts): AccessConclusion[] {
  const works = cells.filter(({ answer }) => answer?.outcome === 'works' && answer.outdated === null);
  if (works.length === 0) return [];
  return [
    {
      culprit: 'nothing',
      text: 'Nothing that was tried is refused.',
      exchangeIds: works.flatMap(({ answer }) => answer?.exchangeId ?? []),
    },
  ];
}

const namesOf = (told: readonly Told[]): string => listed(told.map(({ label }) => label));

/** Joins names: "A", "A and B", "A, B and C", "A, B, C, D and 3 others". */
function listed(names: readonly string[]): string {
  const shown =
    names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES - 1), `${names.length - MAX_NAMES + 1} others`] : names;
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
