/** The format of a support bundle: its files, and how large it may be. */

export const BUNDLE_FORMAT = 'latchkey-bundle';
export const BUNDLE_VERSION = 1;

/** Every file of a bundle; an archive with any other is no bundle. */
export const FILE_NAMES = {
  verdict: 'verdict.json',
  summary: 'summary.md',
  har: 'exchange.har',
  curl: 'request.curl.txt',
  environment: 'environment.json',
  timeline: 'timeline.json',
} as const;

/** Bounds of a bundle that is opened. The largest that this console writes has a tenth of them. */
export const MAX_BUNDLE = {
  /** Of the archive on disk. */
  bytes: 8 * 1024 * 1024,
  entries: 12,
  /** Of one file, and of all together, unpacked. */
  fileBytes: 6 * 1024 * 1024,
  totalBytes: 12 * 1024 * 1024,
  /** Unpacked to packed; JSON of a real bundle has less than 30. */
  ratio: 150,
  /** Nesting of JSON. */
  depth: 40,
} as const;
