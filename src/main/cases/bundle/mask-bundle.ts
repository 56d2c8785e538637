/** Masks a bundle that another computer wrote. Rewrites the request's files from the masked case, whose structure shows where secrets are. */
import { z } from 'zod';
import { MAX_CHARACTERS } from '../../../shared/input/max-input.ts';
import type { BundledCase, BundleFile } from '../../../shared/model/bundle.ts';
import type { IncidentTimeline } from '../../../shared/model/incident.ts';
import type { KnownService } from '../../doctor/failure.ts';
import { redactIdentifier, redactText } from '../../redact/redact.ts';
import { redactBody } from '../../redact/redact-body.ts';
import { REDACTED } from '../../redact/redact-keys.ts';
import { maskDiagnosis, maskFailure, maskNotes } from '../mask-failure.ts';
import { json, requestFiles, timelineFile, verdictFile } from './bundle-files.ts';
import { FILE_NAMES } from './bundle-format.ts';

const RULES = { keepGuests: false } as const;
/** Names of the console's own fields that resemble names of secrets. */
const HARMLESS = new Set(['openApiToken', 'bookingToken', 'tokenState']);
/** The largest number of values shown of one file; a real environment has less than 200. */
const MAX_VALUES = 5_000;
const NOT_SHOWN = 'Not shown: it has more values than the app writes.\n';

const masked = (text: string): string => redactText(text, RULES);

export const maskBundledCase = (one: BundledCase): BundledCase => ({
  ...one,
  title: masked(one.title),
  causeTitle: one.causeTitle && masked(one.causeTitle),
  host: one.host && masked(one.host),
  requestId: one.requestId && redactIdentifier(one.requestId, RULES),
  notes: maskNotes(one.notes),
  failure: maskFailure(one.failure),
  diagnosis: maskDiagnosis(one.diagnosis),
});

export const maskTimeline = (timeline: IncidentTimeline): IncidentTimeline =>
  mapped(timeline, '', (value) => (typeof value === 'string' ? masked(value) : value)) as IncidentTimeline;

export interface MaskedBundle {
  readonly writtenAt: number;
  readonly case: BundledCase;
  /** The incidents around the failure; `null` when the bundle has none of a known form. */
  readonly timeline: IncidentTimeline | null;
}

/** Masks the files of a bundle whose case and timeline are already masked. Throws a SyntaxError for a damaged JSON file. */
export function maskFiles(
  files: ReadonlyMap<string, string>,
  bundle: MaskedBundle,
  services: readonly KnownService[],
): BundleFile[] {
  const parsed = (name: string): unknown => JSON.parse(files.get(name) ?? 'null');
  const { har, curl } = requestFiles(bundle.case, versionIn(parsed(FILE_NAMES.har)), services);
  const texts: Readonly<Record<string, string>> = {
    [FILE_NAMES.verdict]: verdictFile(bundle.case, bundle.writtenAt),
    [FILE_NAMES.har]: har,
    [FILE_NAMES.curl]: curl,
    [FILE_NAMES.environment]: maskedJson(parsed(FILE_NAMES.environment)),
    [FILE_NAMES.timeline]: timelineFile(bundle.timeline),
  };
  return [...files].map(([name, text]): BundleFile => ({ name, text: texts[name] ?? masked(text) }));
}

const Har = z.object({ log: z.object({ creator: z.object({ version: z.string().regex(/^\d[\w.+-]{0,30}$/) }) }) });

const versionIn = (har: unknown): string => Har.safeParse(har).data?.log.creator.version ?? 'unknown';

/** Masks each value by its name and its form. */
function maskedJson(value: unknown): string {
  let left = MAX_VALUES;
  const copy = mapped(value, '', (leaf, name) => {
    left -= 1;
    if (left < 0 || leaf === null) return leaf;
    if (HARMLESS.has(name)) return typeof leaf === 'string' ? masked(leaf) : leaf;
    const text = JSON.stringify({ [name]: leaf });
    if (text.length > MAX_CHARACTERS.line) return REDACTED;
    const read = redactBody(text, text.length, { rules: RULES, speaker: 'service' });
    return (JSON.parse(read.text) as Record<string, unknown>)[name];
  });
  return left < 0 ? NOT_SHOWN : json(copy);
}

/** Copies a JSON value with its names masked and each leaf replaced by the result of `leaf`. An item of a list has the list's name. */
function mapped(value: unknown, name: string, leaf: (value: unknown, name: string) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return leaf(value, name);
  if (Array.isArray(value)) return value.map((item) => mapped(item, name, leaf));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [masked(key), mapped(inner, key, leaf)]));
}
