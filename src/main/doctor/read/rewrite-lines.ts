/**
 * Rewrites the output of programs to HTTP messages, so that one reader suffices: prefixes of logs and containers, OkHttp, Apache HttpClient,
 * Net::HTTP, Faraday, Python's http.client, Go's %q, .NET, and a browser's labels on separate lines.
 */
import { instantOfStamp } from './read-log-line.ts';
import { ANY_LABEL, inEnglish, withLabelsJoined } from './rewrite-labels.ts';
import { type TextLine, uncut } from './uncut-lines.ts';

const METHOD = '(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)';
const MAX_LINE = 60_000;

/** Rewrites a line to the lines that replace it, or to null to leave it as it is. */
type Rewrite = (line: string, next: string) => readonly string[] | null;

interface Form {
  /** Matches a line that only this form has; a text without such a line is not tried. */
  readonly sign: RegExp;
  readonly rewrite: Rewrite;
}

const KUBERNETES = /^\d{4}-\d\d-\d\dT[\d:.]{8,20}Z (?:stdout|stderr) [FP] /;
const COMPOSE = /^[\w.-]{1,40}-\d{1,3}\s{1,20}\| /;
const APACHE = /^[^\n]{0,200}?http-outgoing-\d{1,6} (?:>>|<<) (.*)$/;
const NET_HTTP = /^(?:<-|->) "((?:[^"\\]|\\.){0,50000})"$/;
const NET_HTTP_REMARK =
  /^(?:opening connection to|opened|starting SSL|SSL established|reading \d+ bytes|read \d+ bytes|Conn (?:keep-alive|close)|->?$|<-?$)/;
const FARADAY = /^[IDEWF], \[[^\]\n]{1,80}\]\s{1,4}\w{3,8} -- (?:[\w:.]{0,60}: )?(?:request|response): (.*)$/;
const PYTHON_SENT = /^\s{0,8}(?:send|reply): b?(['"])((?:[^\\]|\\.){0,50000})\1\s*$/;
const PYTHON_HEADER = /^\s{0,8}header: (.*)$/;
const QUOTED_MESSAGE = new RegExp(
  String.raw`^[^"\n]{0,200}"((?:${METHOD} [^\s"]{1,4000} HTTP\/[\d.]{1,3}|HTTP\/[\d.]{1,3} [1-5]\d\d[^"\\\n]{0,60})\\r\\n(?:[^"\\]|\\.){0,50000})"`,
);
const DOT_NET_REQUEST = /^\s{0,8}Method: ([A-Z]{3,7}), RequestUri: '([^'\n]{1,4000})', Version:/;
const DOT_NET_ANSWER = /^\s{0,8}StatusCode: (\d{3}), ReasonPhrase: '([^'\n]{0,60})', Version:/;
const PYTHON_CALL = new RegExp(
  String.raw`\b(${METHOD}) (https?:\/\/[^\s"']{1,4000})[^\n{]{0,80}headers=(\{[^{}\n]{0,4000}\})([^\n]{0,20000})$`,
);
const ARROW = /(?:-+>|=>|→|status(?:_code)?[=: ]{1,3}|<Response \[)\s{0,3}([1-5]\d\d)\b\]?>?\s{0,3}(.*)$/;
const OK_HTTP_SENT = new RegExp(String.raw`^(.{0,120}?)--> (${METHOD}) (https?:\/\/\S{1,4000})`);
const OK_HTTP_ANSWER =
  /^(.{0,120}?)<-- ([1-5]\d\d)(?: ([A-Za-z][A-Za-z' -]{0,40}?))?(?: https?:\/\/\S{1,4000})?(?: \(\d{1,9}\s?ms[^)\n]{0,60}\))?\s*$/;
const OK_HTTP_END = /^.{0,120}?(?:-->|<--) END\b/;

const unescaped = (text: string): string =>
  text.replace(/\\(?:u([\da-fA-F]{4})|(.))/g, (_all, code: string | undefined, sign: string) =>
    code === undefined
      ? ({ r: '\r', n: '\n', t: '\t' }[sign] ?? sign)
      : String.fromCodePoint(Number.parseInt(code, 16)),
  );
/** The lines of an escaped text, without an empty line at the end. */
const escapedLines = (text: string): string[] =>
  unescaped(text)
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);

const isBody = (text: string): boolean => /^[{[<]|^[\w.%-]{1,60}=/.test(text);
const unquoted = (text: string): string => text.replace(/^([\w-]{1,80}): "(.*)"$/, '$1: $2');

const FORMS: readonly Form[] = [
  { sign: KUBERNETES, rewrite: (line) => (KUBERNETES.test(line) ? [line.replace(KUBERNETES, '')] : null) },
  { sign: COMPOSE, rewrite: (line) => (COMPOSE.test(line) ? [line.replace(COMPOSE, '')] : null) },
  { sign: APACHE, rewrite: (line) => apache(APACHE.exec(line)?.[1]) },
  {
    sign: NET_HTTP,
    rewrite: (line) => {
      const [, text] = NET_HTTP.exec(line) ?? [];
      return text === undefined ? (NET_HTTP_REMARK.test(line) ? [] : null) : escapedLines(text);
    },
  },
  { sign: FARADAY, rewrite: (line) => faraday(FARADAY.exec(line)?.[1]) },
  { sign: PYTHON_SENT, rewrite: python },
  {
    sign: QUOTED_MESSAGE,
    rewrite: (line) => {
      const [, text] = QUOTED_MESSAGE.exec(line) ?? [];
      return text === undefined ? null : escapedLines(text);
    },
  },
  { sign: DOT_NET_REQUEST, rewrite: dotNet },
  { sign: DOT_NET_ANSWER, rewrite: dotNet },
  { sign: PYTHON_CALL, rewrite: pythonCall },
  { sign: ANY_LABEL, rewrite: inEnglish },
];

function apache(content: string | undefined): string[] | null {
  if (content === undefined) return null;
  const [, quoted] = /^"(.*)"$/.exec(content) ?? [];
  return (quoted ?? content)
    .split(/\[\\r\]\[\\n\]|\[\\n\]/)
    .slice(0, -1)
    .concat(lastOf(quoted ?? content));
}

/** The text after the last line end; empty when the line ends there. */
const lastOf = (text: string): string[] => (/\[\\n\]$/.test(text) ? [] : [text.replace(/^.*\[\\n\]/, '')]);

function faraday(content: string | undefined): string[] | null {
  if (content === undefined) return null;
  const [, status] = /^Status:? (\d{3})$/.exec(content) ?? [];
  if (status !== undefined) return ['', `HTTP/1.1 ${status}`];
  if (new RegExp(`^${METHOD} https?://\\S+$`).test(content)) return [`${content} HTTP/1.1`];
  return isBody(content) ? ['', content] : [unquoted(content)];
}

function python(line: string, next: string): string[] | null {
  const [, , text] = PYTHON_SENT.exec(line) ?? [];
  if (text !== undefined) return escapedLines(text);
  const [, header] = PYTHON_HEADER.exec(line) ?? [];
  if (header === undefined) return null;
  return PYTHON_HEADER.test(next) ? [header] : [header, ''];
}

function dotNet(line: string): string[] | null {
  const [, method, url] = DOT_NET_REQUEST.exec(line) ?? [];
  if (url !== undefined) return [`${method} ${url} HTTP/1.1`];
  const [, status, reason] = DOT_NET_ANSWER.exec(line) ?? [];
  if (status !== undefined) return ['', `HTTP/1.1 ${status} ${reason}`];
  if (/^\s{0,8}\{\s*$/.test(line)) return [];
  return /^\s{0,8}\}\s*$/.test(line) ? [''] : null;
}

/** Rewrites `POST https://… headers={'Content-Type': 'application/json'} data='…' -> 400 {…}`. */
function pythonCall(line: string): string[] | null {
  const [, method, url, headers = '', rest = ''] = PYTHON_CALL.exec(line) ?? [];
  if (method === undefined) return null;
  const pairs = [...headers.matchAll(/['"]([\w-]{1,80})['"]\s?:\s?b?['"]([^'"\n]{0,4000})['"]/g)];
  const [, single, double] =
    /\b(?:data|json|body|content)=(?:b?'((?:[^'\\]|\\.){0,20000})'|b?"((?:[^"\\]|\\.){0,20000})")/.exec(rest) ?? [];
  const [, object] = /\b(?:data|json|body)=(\{[^{}\n]{0,20000}\})/.exec(rest) ?? [];
  const sent = single ?? double;
  const [, status, answer = ''] = ARROW.exec(rest) ?? [];
  return [
    `${method} ${url} HTTP/1.1`,
    ...pairs.map(([, name, value]) => `${name}: ${value}`),
    '',
    ...(sent !== undefined ? [unescaped(sent), ''] : object !== undefined ? [object.replaceAll("'", '"'), ''] : []),
    ...(status === undefined ? [] : [`HTTP/1.1 ${status}`, '', unescapedBytes(answer)]),
  ];
}

/** The content of Python's `b'{"error":…}'`. */
const unescapedBytes = (text: string): string => {
  const [, , inner] = /^b(['"])((?:[^\\]|\\.)*)\1\s*$/.exec(text.trim()) ?? [];
  return inner === undefined ? text : unescaped(inner);
};

/** Rewrites the lines as HTTP messages if one of the forms is recognised. */
export function rewritten(lines: readonly string[]): TextLine[] {
  let out = uncut(lines.map((text, number) => ({ text, number, sentAt: null })));
  for (const { sign, rewrite } of FORMS) {
    if (!out.some(({ text }) => text.length < MAX_LINE && sign.test(text))) continue;
    out = out.flatMap((line, index) => {
      if (line.text.length >= MAX_LINE) return [line];
      const texts = rewrite(line.text, out[index + 1]?.text ?? '');
      return texts === null
        ? [line]
        : texts.map((text) => ({ ...line, text, sentAt: line.sentAt ?? stampBefore(line.text) }));
    });
  }
  return withLabelsJoined(okHttp(out));
}

const STAMP = /^.{0,80}?\b(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)/;

/** The time at the start of a line. A time without seconds is ignored: it could differ from the time of the answer by a minute. */
function stampBefore(line: string): number | null {
  const [, stamp] = STAMP.exec(line) ?? [];
  return stamp === undefined ? null : instantOfStamp(stamp);
}

/** The number of loggers in one text whose prefixes are recognised. */
const MAX_SHAPES = 8;
/** The shape of a prefix, equal for all times. */
const shapeOf = (prefix: string): string => prefix.replace(/\d/g, '0').replace(/\s{1,8}$/, '');

function okHttp(lines: readonly TextLine[]): TextLine[] {
  const starts = lines.flatMap(({ text }) => {
    const match = text.length < MAX_LINE ? (OK_HTTP_SENT.exec(text) ?? OK_HTTP_ANSWER.exec(text)) : null;
    return match ? [match[1] ?? ''] : [];
  });
  const isWire =
    lines.some(({ text }) => OK_HTTP_SENT.test(text)) && lines.some(({ text }) => OK_HTTP_ANSWER.test(text));
  if (!isWire) return [...lines];
  const shapes = [...new Set(starts.map(shapeOf))].slice(0, MAX_SHAPES);
  return lines.map((line) => {
    const { text } = line;
    const length = shapes.find((shape) => shapeOf(text.slice(0, shape.length)) === shape)?.length ?? 0;
    const sentAt = line.sentAt ?? (length > 0 ? stampBefore(text) : null);
    const [, , method, url] = OK_HTTP_SENT.exec(text) ?? [];
    if (url !== undefined) return { ...line, sentAt, text: `${method} ${url} HTTP/1.1` };
    const [, , status, reason = ''] = OK_HTTP_ANSWER.exec(text) ?? [];
    if (status !== undefined) return { ...line, sentAt, text: `HTTP/1.1 ${status} ${reason}`.trim() };
    if (OK_HTTP_END.test(text)) return { ...line, text: '' };
    const rest = text.slice(length).replace(/^\s{1,8}/, '');
    return length > 0 && (rest === '' || isBody(rest) || /^[\w-]{1,80}: /.test(rest)) ? { ...line, text: rest } : line;
  });
}
