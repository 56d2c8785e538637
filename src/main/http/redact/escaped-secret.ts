/** Finds a secret whose special characters are escaped one by one, as JSON writers, pages, addresses and forms do, each in its own way. */

const NAMED: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
const PLAIN = /[A-Za-z0-9]/;

export interface EscapedSecret {
  /** A part of the secret that is never escaped: a text without it need not be searched with the pattern. */
  readonly anchor: string;
  readonly pattern: RegExp;
}

/** `null` for a secret without special characters. */
export function escapedSecret(secret: string): EscapedSecret | null {
  const units = secret.split('');
  if (units.every((unit) => PLAIN.test(unit))) return null;
  const pattern = new RegExp(units.map((unit) => (PLAIN.test(unit) ? unit : anyWay(unit))).join(''), 'g');
  const runs = secret.split(/[^A-Za-z0-9]+/);
  const anchor = runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
  return { anchor, pattern };
}

/** One code unit, plain and in each escaped form. */
function anyWay(unit: string): string {
  const code = unit.charCodeAt(0);
  const hex = anyCase(code.toString(16));
  const short = JSON.stringify(unit).slice(1, -1);
  const ways = [
    literal(unit),
    ...(/^\\[bfnrt]$/.test(short) ? [`\\${short}`] : []),
    String.raw`\\[uU]${anyCase(code.toString(16).padStart(4, '0'))}`,
    `&(?:amp;)?#0{0,5}${code};`,
    `&(?:amp;)?#[xX]0{0,5}${hex};`,
  ];
  const name = NAMED[unit];
  if (name) ways.push(`&(?:amp;)?${name};`);
  if (code < 0x80) ways.push(`%(?:25){0,3}${anyCase(code.toString(16).padStart(2, '0'))}`);
  if (unit === ' ') ways.push(String.raw`\+`);
  // The longest forms first: a shorter form may be the beginning of a longer one. Nested JSON multiplies backslashes.
  return String.raw`\\{0,8}(?:${ways.reverse().join('|')})`;
}

const literal = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
const anyCase = (hex: string): string => hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
