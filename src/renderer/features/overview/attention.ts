/** Derives from a connection's state what needs a person's attention. */

import { ADDRESS_KEYS, credentialsOf } from '../../../shared/connection/account.ts';
import { type AnswerProblem, answerProblems } from '../../../shared/connection/connection-health.ts';
import type { AccessMatrix } from '../../../shared/model/access.ts';
import type { AppInfo, Audience, Protection, QuarantinedFile } from '../../../shared/model/app.ts';
import type { TakenOpen } from '../../../shared/model/calendars.ts';
import type { Connection, Credential } from '../../../shared/model/connection.ts';
import type { OpenCircuit, ServicePause } from '../../../shared/model/pending.ts';
import type { Api } from '../../../shared/model/primitives.ts';
import type { Quote } from '../../../shared/model/quote.ts';
import type { BoardRow } from '../../../shared/model/quote-board.ts';
import type { RateFinding, RateGroup } from '../../../shared/model/rates.ts';
import type { Task } from '../../../shared/model/task.ts';
import type { TokenStatus } from '../../../shared/model/token.ts';
import { API_NAMES, operationName } from '../../../shared/text/api-names.ts';
import { lowerFirst } from '../../../shared/text/first-letter.ts';
import { renewalBlockText } from '../../../shared/text/token-text.ts';
import { formatDuration } from '../../../shared/time/format-duration.ts';
import { DAY_MS } from '../../../shared/time/units.ts';
import { onlyReserveLeft, renewalBlock } from '../../../shared/token/renewal-forecast.ts';
import { type AccessProblem, accessProblems, sinceText } from '../../text/access-text.ts';
import { formatCount, formatInstant, formatRelative, wholeSeconds } from '../../text/format.ts';
import { findingText, isRecovered } from '../../text/rate-text.ts';
import type { AttentionItem } from './attention-item.ts';
import { quarantinedItem } from './quarantined-item.ts';
import { followUpItems, lostItems, quoteItems, takenItems, taskItems } from './work-items.ts';

type RateFacts = Pick<RateGroup, 'api' | 'findings' | 'rateShare' | 'pausedUntil'>;

export function attentionItems(known: {
  connection: Connection;
  tokens: readonly TokenStatus[];
  /** The service's newest answers; null until they are read. */
  access: Pick<AccessMatrix, 'cells' | 'credentials' | 'services'> | null;
  protection: Protection | null;
  rates?: readonly RateFacts[];
  openCircuits?: readonly OpenCircuit[];
  pauses?: readonly ServicePause[];
  quarantined?: readonly QuarantinedFile[];
  update?: AppInfo['update'];
  /** How many records of guests and offers cannot be read, because their key is lost. */
  lost?: number;
  quotes?: readonly Quote[];
  /** The first due follow-ups, and how many are due in all. */
  followUps?: { readonly due: readonly BoardRow[]; readonly count: number };
  /** The quotes whose nights somebody took since they were made. */
  taken?: TakenOpen;
  tasks?: readonly Task[];
  audience?: Audience;
  now: number;
}): AttentionItem[] {
  const {
    connection,
    tokens,
    access,
    protection,
    rates = [],
    openCircuits = [],
    pauses = [],
    quarantined = [],
    update = null,
    lost = 0,
    quotes = [],
    followUps = { due: [], count: 0 },
    taken = { count: 0, first: [] },
    tasks = [],
    audience = 'support',
    now,
  } = known;
  const credentials = credentialsOf(connection);
  const work = [
    ...lostItems(lost),
    ...quoteItems(quotes, now),
    ...takenItems(taken),
    ...followUpItems(followUps.due, followUps.count),
    ...taskItems(tasks, audience, now),
  ];
  if (audience === 'managers')
    return [
      ...quarantined.map((file) => quarantinedItem(file, now)),
      ...accessProblems({ connection, tokens, openCircuits, pauses, access, now }).map(accessItem),
      ...work,
      ...protectionItems(connection, credentials, protection),
      ...updateItems(update),
    ];
  return [
    ...quarantined.map((file) => quarantinedItem(file, now)),
    ...work,
    ...credentials.flatMap((credential) => credentialItems(connection, credential)),
    ...tokens
      .flatMap((token) => [
        tokenItem(token, now),
        renewalItem(token, credentials.find((credential) => credential.id === token.credentialId)?.secret, now),
        foreignUseItem(token, now),
      ])
      .filter((item) => item !== null),
    ...(access === null ? [] : answerProblems(access, now)).map((problem) => answerItem(problem, now)),
    ...openCircuits.map((circuit) => openCircuitItem(circuit, now)),
    // A pause after a 429 is left out, because the limiter has a finding about it.
    ...pauses.filter(({ until, status }) => status === 503 && until > now).map((pause) => pauseItem(pause, now)),
    ...rates.flatMap((group) =>
      group.findings
        .filter(({ lastAt }) => now - lastAt < DAY_MS)
        .map((finding) => findingItem(group.api, finding, isRecovered(finding, group, now), now)),
    ),
    ...protectionItems(connection, credentials, protection),
    ...updateItems(update),
  ];
}

const updateItems = (update: AppInfo['update']): AttentionItem[] =>
  update === null
    ? []
    : [
        {
          id: 'update',
          tone: 'info',
          title: `Latchkey ${update.version} is available`,
          detail: update.isReady
            ? 'It is downloaded and installed with a restart, when you want.'
            : 'Read what is new, and choose when to get it.',
          link: {
            to: '/settings',
            search: { section: 'updates' },
            text: update.isReady ? 'Restart to update' : 'See what is new',
          },
        },
      ];

function credentialItems(connection: Connection, credential: Credential): AttentionItem[] {
  const keys = ADDRESS_KEYS[credential.api];
  const base = connection.addresses[keys.base];
  const auth = connection.addresses[keys.token];
  const link = { to: '/connections', search: { credentialId: credential.id } } as const;
  const items: AttentionItem[] = [];
  if (credential.secret === 'missing')
    items.push({
      id: `secret-${credential.id}`,
      tone: 'warn',
      title: `${credential.label} has no Client Secret`,
      detail: 'No token can be issued until you enter it.',
      link: { ...link, text: 'Enter the secret' },
    });
  if (base === null || auth === null)
    items.push({
      id: `address-${credential.id}`,
      tone: 'warn',
      title: `${credential.label} has no ${base === null ? 'address' : 'token address'}`,
      detail: 'Its requests cannot be sent.',
      link: { ...link, text: 'Enter the address' },
    });
  return items;
}

function tokenItem(token: TokenStatus, now: number): AttentionItem | null {
  const link = { to: '/connections', search: { credentialId: token.credentialId } } as const;
  if (token.state === 'rejected')
    return {
      id: `token-${token.credentialId}`,
      tone: 'bad',
      title: `The credentials of ${token.label} were rejected`,
      detail: 'No further attempt is made until the Client ID or Client Secret changes.',
      link: { ...link, text: 'Check credentials' },
    };
  if (token.state === 'blocked') {
    const next = token.quota.nextSlotAt;
    return {
      id: `token-${token.credentialId}`,
      tone: 'warn',
      title: `${token.label} has no token slot left`,
      detail:
        next === null
          ? 'No token can be issued until a slot regenerates.'
          : `The next slot is free ${formatInstant(next, { now })}, ${formatRelative(next, now)}. An existing token can be adopted meanwhile.`,
      link: { to: '/token', search: { id: token.credentialId }, text: 'Open its token page' },
    };
  }
  if (token.state === 'unreachable')
    return {
      id: `token-${token.credentialId}`,
      tone: 'warn',
      title: `The token endpoint of ${token.label} could not be reached`,
      detail: nextTryText(token, now),
      link: { ...link, text: 'Check the address' },
    };
  return null;
}

/** The text about a valid token without a free slot: when it expires, and when the next slot is free. */
function lastTokenText({ expiresAt, quota }: TokenStatus, now: number): string {
  const until = expiresAt === null ? '' : ` until it expires ${formatInstant(expiresAt, { now })}`;
  const next = quota.nextSlotAt === null ? '' : ` The next slot is free ${formatInstant(quota.nextSlotAt, { now })}.`;
  return `Its token is valid${until}; no other can be issued before a slot is free.${next}`;
}

function nextTryText({ retryAt, reason }: TokenStatus, now: number): string {
  if (retryAt === null) return reason;
  if (retryAt <= now) return 'The next request tries again.';
  return `The next attempt is possible in ${formatDuration(retryAt - now)}.`;
}

/** Warns that a valid token cannot be renewed. Rejected credentials and missing secrets have items of their own. */
function renewalItem(
  token: TokenStatus,
  secret: Credential['secret'] = 'encrypted',
  now: number,
): AttentionItem | null {
  const link = { to: '/token', search: { id: token.credentialId }, text: 'Open its token page' } as const;
  const block = renewalBlock(token, secret, now);
  const instant = (at: number): string => formatInstant(at, { now });
  if (block && block.why !== 'rejected' && (block.why !== 'secret' || secret !== 'missing'))
    return {
      id: `renewal-${token.credentialId}`,
      tone: 'warn',
      title: `The token of ${token.label} cannot be renewed before it expires ${instant(block.expiresAt)}`,
      detail: renewalBlockText(block, instant),
      link,
    };
  if (!block && !token.quota.mayIssue && (token.state === 'valid' || token.state === 'due'))
    return {
      id: `slots-${token.credentialId}`,
      tone: token.state === 'due' ? 'warn' : 'info',
      title: `${token.label} has no token slot left`,
      detail: lastTokenText(token, now),
      link,
    };
  if (block || !onlyReserveLeft(token.quota, token.reserve)) return null;
  return {
    id: `reserve-${token.credentialId}`,
    tone: 'info',
    title: `${token.label} has only reserved slots left`,
    detail: `${formatCount(token.quota.remaining ?? 0, 'slot')} left, reserved for emergencies: the app issues no token automatically until another slot regenerates.`,
    link,
  };
}

function foreignUseItem(token: TokenStatus, now: number): AttentionItem | null {
  const { foreignUse } = token;
  if (!foreignUse) return null;
  const when =
    foreignUse.since === null
      ? `noticed ${formatInstant(foreignUse.noticedAt, { now })}`
      : `since ${formatInstant(foreignUse.since, { now })}`;
  return {
    id: `foreign-${token.credentialId}`,
    tone: 'warn',
    title: `Another program uses the client ID of ${token.label}`,
    detail: `The server counts ${formatCount(foreignUse.count, 'token')} more than this app requested, ${when}.`,
    link: { to: '/token', search: { id: token.credentialId }, text: 'Open its token page' },
  };
}

/** A problem that the service's newest answers show, described for support. */
function answerItem(problem: AnswerProblem, now: number): AttentionItem {
  const { exchangeId } = problem;
  const detail = sinceText(problem, now);
  const doctor = { remedy: { kind: 'doctor', exchangeId } } as const;
  switch (problem.kind) {
    case 'serviceFailed':
      return {
        id: `service-${problem.api}`,
        tone: 'warn',
        title:
          problem.status === null ? `${problem.host} is not responding` : `${problem.host} answers ${problem.status}`,
        detail: `${API_NAMES[problem.api]}. ${detail}`,
        link: { to: '/traffic', search: { id: exchangeId }, text: 'See the exchange' },
      };
    case 'tokenRefused': {
      const { credentialId, generation, label } = problem;
      return {
        id: `refused-${credentialId}`,
        tone: 'bad',
        title: `The token of ${label} is refused with 401`,
        detail,
        link:
          generation === null
            ? doctor
            : { remedy: { kind: 'newToken', refused: { credentialId, generation }, exchangeId } },
      };
    }
    case 'operationRefused':
      return {
        id: `refusal-${exchangeId}`,
        tone: 'bad',
        title: `${operationName(problem.operation)} was refused with ${problem.status}`,
        detail: `${problem.label}. ${detail}`,
        link: doctor,
      };
  }
}

const accessItem = ({ id, tone, title, detail, remedy }: AccessProblem): AttentionItem => ({
  id,
  tone,
  title,
  detail,
  link: remedy && { remedy },
});

const openCircuitItem = ({ host, failures, until, reason }: OpenCircuit, now: number): AttentionItem => ({
  id: `circuit-${host}`,
  tone: 'warn',
  title: `Requests to ${host} are stopped: it failed ${formatCount(failures, 'time')} in a row`,
  detail: `Last: ${reason}. ${until > now ? `The next attempt is in ${formatDuration(wholeSeconds(until - now))}. Your requests fail until then.` : 'The next request tries again.'}`,
  link: { to: '/traffic', text: 'Open Traffic' },
});

const pauseItem = ({ host, operation, until }: ServicePause, now: number): AttentionItem => ({
  id: `pause-${host}-${operation}`,
  tone: 'warn',
  title: `${host} asked for a pause${operation === null ? '' : ` of “${operation}”`}`,
  detail: `It answered 503. The pause ends ${formatInstant(until, { now })}; “Send now” in Traffic ends it at once.`,
  link: { to: '/traffic', text: 'Open Traffic' },
});

function findingItem(api: Api, finding: RateFinding, recovered: boolean, now: number): AttentionItem {
  const { title, when, action } = findingText(finding, now);
  return {
    id: `rate-${api}-${finding.kind}-${finding.windowMs}`,
    tone: finding.kind === 'rateLimited' && !recovered ? 'warn' : 'info',
    title: recovered ? `Resolved, ${formatRelative(finding.lastAt, now)}: ${lowerFirst(title)}` : title,
    detail: `${API_NAMES[api]}. ${when} ${recovered ? 'Requests are at full speed again.' : action}`,
    link:
      finding.exchangeId === null
        ? { to: '/connections', search: { tab: 'limits' }, text: 'See the limits' }
        : { to: '/traffic', search: { id: finding.exchangeId }, text: 'See the exchange' },
  };
}

function protectionItems(
  connection: Connection,
  credentials: readonly Credential[],
  protection: Protection | null,
): AttentionItem[] {
  const detail = protection?.detail ?? 'This machine offers no protection for them.';
  const inMemory = credentials.filter((credential) => credential.secret === 'memory');
  const names = inMemory.map((credential) => credential.label).join(', ');
  return [
    ...(connection.presetId === 'sandbox' || inMemory.length === 0
      ? []
      : [
          {
            id: 'protection',
            tone: 'info' as const,
            title: 'Secrets are kept in memory until you quit',
            detail: `${names}. ${detail}`,
            link: { to: '/connections' as const, text: 'See storage' },
          },
        ]),
    ...(protection?.personal !== 'memory'
      ? []
      : [
          {
            id: 'personal',
            tone: 'warn' as const,
            title: 'Notes, guests and sent offers are lost when you quit',
            detail,
            link: { to: '/settings' as const, search: { section: 'guests' as const }, text: 'Keep them' },
          },
        ]),
  ];
}
