/** Makes the files of a support bundle from masked data; pure functions. */

import type { BundledCase, BundleFile, BundlePreview } from '../../../shared/model/bundle.ts';
import type { Case } from '../../../shared/model/case.ts';
import type { IncidentTimeline } from '../../../shared/model/incident.ts';
import type { Exchange } from '../../../shared/model/traffic.ts';
import { curlOf } from '../../../shared/request/curl.ts';
import { correctedCurl } from '../../doctor/corrected-curl.ts';
import type { KnownService } from '../../doctor/failure.ts';
import { harEntry, harFrame } from '../../journal/export/har.ts';
import { type CaseContext, caseMarkdown } from '../case-markdown.ts';
import { HandRedactor } from './apply-marks.ts';
import { BUNDLE_FORMAT, BUNDLE_VERSION, FILE_NAMES } from './bundle-format.ts';

/** The environment in which a failure happened: versions, clock, quotas and settings, without any credential. */
export interface BundleEnvironment {
  readonly versions: string;
  readonly clockSkewMs: number | null;
  readonly requestIds: readonly string[];
  /** Addresses, limits and token rules; `null` for a case without a connection. */
  readonly connection: Readonly<Record<string, unknown>> | null;
  readonly quotas: readonly Readonly<Record<string, unknown>>[];
}

export interface BundleParts {
  readonly case: Case;
  readonly context: CaseContext;
  readonly environment: BundleEnvironment;
  /** The incidents around the failure; `null` for a case whose connection is unknown or gone. */
  readonly timeline: IncidentTimeline | null;
  readonly appVersion: string;
  /** The services of the presets. */
  readonly services: readonly KnownService[];
  readonly writtenAt: number;
}

/** Makes the files of a support bundle. `marks`: the texts that a person marked, which are redacted in each file. */
export function bundleFiles(parts: BundleParts, marks: readonly string[]): Omit<BundlePreview, 'id'> {
  const hand = new HandRedactor(marks);
  const { seenBefore, connectionId, credentialId, number, customer, ticket, tags, ...given } = parts.case;
  const bundled: BundledCase = hand.value(given);
  const context = hand.value(parts.context);
  const markdown = caseMarkdown(bundled, context);
  const files: Record<keyof typeof FILE_NAMES, string> = {
    verdict: verdictFile(bundled, parts.writtenAt),
    summary: markdown,
    ...requestFiles(bundled, parts.appVersion, parts.services),
    environment: json(hand.value(parts.environment)),
    timeline: timelineFile(hand.value(parts.timeline)),
  };
  return {
    files: Object.entries(files).map(([part, text]): BundleFile => {
      const name = FILE_NAMES[part as keyof typeof FILE_NAMES];
      // Texts that were put together may contain a marked text that neither part contains.
      return { name, text: /\.json$|\.har$/.test(name) ? text : new HandRedactor(marks).text(text) };
    }),
    places: hand.places,
  };
}

export const verdictFile = (bundled: BundledCase, writtenAt: number): string =>
  json({ format: BUNDLE_FORMAT, version: BUNDLE_VERSION, writtenAt, case: bundled });

/** Makes two files of the failing request: a HAR, and command lines of the request as it was sent and as it should have been. */
export function requestFiles(
  bundled: BundledCase,
  appVersion: string,
  services: readonly KnownService[],
): Record<'har' | 'curl', string> {
  const exchange = exchangeOf(bundled);
  const { head, tail } = harFrame(appVersion);
  const shells = ['bash', 'powershell'] as const;
  const corrected = correctedCurl(bundled.failure, bundled.diagnosis, services);
  const sent = shells.map((shell) => `# ${shell}: as it was sent\n${curlOf(exchange, shell)}\n`);
  const right = corrected
    ? [
        `# bash: as it should have been. ${corrected.changes.join(' ') || 'Nothing in the request itself is wrong.'}\n${corrected.curl}\n`,
        `# powershell: as it should have been\n${corrected.powershell}\n`,
      ]
    : [];
  return {
    har: json(JSON.parse(`${head}${JSON.stringify(harEntry(exchange))}${tail}`)),
    curl: [...sent, ...right].join('\n'),
  };
}

/** Returns the JSON for the timeline's file, which every bundle has. Without a timeline, as for a pasted failure, the file says so. */
export const timelineFile = (timeline: IncidentTimeline | null): string =>
  json(timeline ?? { remark: 'No exchange of this app is on record around the failure.' });

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function answeredAt({ responseHeaders }: BundledCase['failure']): number | null {
  const date = Date.parse(responseHeaders.find(([name]) => name.toLowerCase() === 'date')?.[1] ?? '');
  return Number.isNaN(date) ? null : date;
}

/** Describes the failure as an exchange; unknown fields are empty. */
function exchangeOf({ failure, requestId, createdAt }: BundledCase): Exchange {
  // A HAR entry needs a time: if the failure has none, that of its answer, else that of the diagnosis.
  const at = failure.sentAt ?? answeredAt(failure) ?? createdAt;
  const bodyOf = (text: string | null) => (text === null ? null : { text, bytes: Buffer.byteLength(text), cut: false });
  return {
    seq: 0,
    id: failure.exchangeId ?? 'pasted',
    chainId: failure.exchangeId ?? 'pasted',
    attempt: 1,
    connectionId: 'bundle',
    credentialId: null,
    api: failure.api ?? 'openApi',
    operation: failure.operation ?? 'unknown',
    lane: 'interactive',
    taskId: null,
    method: failure.method ?? 'GET',
    host: '',
    url: failure.url ?? '',
    status: failure.status,
    error: failure.networkError?.code ?? null,
    requestId,
    tokenGeneration: null,
    queuedAt: at,
    grantedAt: at,
    sentAt: at,
    firstByteMs: null,
    durationMs: null,
    requestBytes: null,
    responseBytes: null,
    requestHeaders: failure.requestHeaders,
    requestBody: bodyOf(failure.requestBody?.text ?? null),
    responseHeaders: failure.status === null ? null : failure.responseHeaders,
    responseBody: bodyOf(failure.responseBody),
    failure: null,
  };
}
