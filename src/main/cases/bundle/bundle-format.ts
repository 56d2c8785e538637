/** The format of a support bundle: its files and its limits. */

export const BUNDLE_FORMAT = 'latchkey-bundle';
export const BUNDLE_VERSION = 1;

/** The names of the files in a support bundle. An archive with any other file is refused. */
export const FILE_NAMES = {
  verdict: 'verdict.json',
  summary: 'summary.md',
  har: 'exchange.har',
  curl: 'request.curl.txt',
  environment: 'environment.json',
  timeline: 'timeline.json',
} as const;

/** The limits for opening a bundle. Bundles that this console writes stay below a tenth of them. */
export const MAX_BUNDLE = {
  bytes: 8 * 1024 * 1024,
  entries: 12,
  /** The unpacked sizes of one file, and of all files together. */
  fileBytes: 6 * 1024 * 1024,
  totalBytes: 12 * 1024 * 1024,
  /** The ratio of unpacked to packed size; JSON of a real bundle stays below 30. */
  ratio: 150,
  /** The nesting depth of JSON. */
  depth: 40,
} as const;
