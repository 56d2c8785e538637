/** Redacts secrets and guests' data that have a recognisable form, under any name or none. Takes linear time. */
import { MAX_CHARACTERS } from '../../shared/input/max-input.ts';
import { MAIL_ADDRESS, PHONE_NUMBER, type RedactionRules } from './field-kinds.ts';
import { words } from './name-list.ts';
import { REDACTED } from './redact-keys.ts';

const GAP = String.raw`(?:\s|%(?:25)*20|\+)+`;
/** Matches a bearer credential, but not the parameters of a challenge: `Bearer realm="x"`. */
const BEARER = new RegExp(String.raw`\b(bearer)(${GAP})(?![a-z_]{2,24}=["\w])[^\s"',;&<>]{8,}`, 'gi');
const BASIC = new RegExp(String.raw`\b([Bb]asic|BASIC)(${GAP})(?=[\w+/-]*[A-Z\d=])[\w+/-]{8,}={0,2}`, 'g');
const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g;
/** Matches the credentials in a command line: `curl -u user:password`. */
const COMMAND_USER = /(?<=\s(?:-u|--user|--proxy-user)[ =]["']?)[^\s:"']{1,200}:[^\s"']{1,200}/g;
/** Matches a signed token (RFC 7515, section 7.1). */
const SIGNED_TOKEN = /(?<![A-Za-z0-9])eyJ[\w-]{4,500}(?:\.[\w-]*)+/g;
/** Match what may be a card number, in one piece or in groups as printed: groups of four digits, or groups of four, six and the rest. */
const CARDS = [
  /(?<![\w.]|\d-)[2-6]\d{3}([ ._/\u00a0\u2009\u202f-]?)\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?(?!\w|-\d|\.\d)/g,
  /(?<![\w.]|\d-)3[04678]\d\d([ ._/\u00a0\u2009\u202f-]?)\d{6}\1\d{4,5}(?!\w|-\d|\.\d)/g,
];
/** Matches the digits of a card by its issuer's first digits and their number. */
const ISSUED = /^(?:3[47]\d{13}|3(?:0[0-59]|[689]\d)\d{11}|(?:4|5[1-5]|2[2-7]|6011|64[4-9]|65|35|62)\d{12,})$/;
/** Matches digits of issuers whose cards are recognised only in groups. */
const ISSUED_IN_GROUPS = /^(?:5[0678]|6)\d{14,15}$/;

/** Whether a text of digits, perhaps in groups, is the number of a payment card. */
export function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  return (ISSUED.test(digits) || (digits !== text && ISSUED_IN_GROUPS.test(digits))) && isCardNumber(digits);
}

/** Matches `user:password@` in an address with or without a scheme. */
const USER_INFORMATION = /(?<=(?:[a-z][a-z0-9+.-]{0,30}:)?\/\/)[^\s/?#"'<>\\]{1,300}@(?=[^\s@])/gi;
/** Matches a text that may be a key with its issuer's mark, such as `sk_…`. */
const MARKED = /(?<![A-Za-z0-9])[A-Za-z]{2,6}[\w.-]{12,}/g;
/** The marks of issuers' keys, of the keys of programs (ADR 48), and of keys of payment methods, because they can be used to pay. */
const MARKS = words(`
  {sk,rk,pk,whsec,pm,tok,src,card,seti}_ gh{o,p,s,u,r}_ github_pat_ glpat- xox{a,b,o,p,r,s,e}- AKIA ASIA AIza ya29. npm_ SG. shp{at,ss,ca,pa}_ dop_v1_
  lk_ key-`);

/** Removes from the text a key that begins with an issuer's mark. */
function withoutMarkedKey(text: string): string {
  const isAt = (mark: string, at: number): boolean =>
    at !== -1 && !/[A-Za-z0-9]/.test(text[at - 1] ?? '') && text.length >= at + mark.length + MIN_KEY;
  const mark = /\d|[A-Z].*[a-z].*[A-Z]/.test(text) ? MARKS.find((one) => isAt(one, text.indexOf(one))) : undefined;
  return mark === undefined ? text : text.slice(0, text.indexOf(mark)) + REDACTED;
}
/** The fewest characters of a key after its mark. */
const MIN_KEY = 14;

/** Matches the value of a parameter that may sign an address for ever: `sign=…`, `s=…`, `key=…`. */
const LASTING_SIGNATURE = /(?<=[?&](?:s|sg|sgn|sign|signed|key)=)(?=[\w-]{0,40}\d)[\w-]{20,}=*/gi;
const CODE =
  '(?:(?:access|door|gate|lock|lockbox|key ?box|keypad|entry|entrance|building|alarm|security|verification|sms|your) ?code|lockbox|(?:enter|type|dial|press)(?: the)? code)';
/** Matches a secret in a sentence, "the password is hunter2": a word with a digit after the name of a secret. */
const IN_PROSE = new RegExp(
  String.raw`\b((?:pass(?:word|code|phrase)|passwd|pwd|pin|otp|cvv|cvc|${CODE})s?(?:\s{1,3}(?:is|was|set to|of|used))?\s{0,3}[:=]?\s{1,3}["'“(\x60]?)(?=[^\s]{0,60}\d)[^\s"'”\x60,;)]{3,}`,
  'gi',
);
/** Matches the code of a door by its form ("2044#"), or as a sentence of its own ("Code: 1141"). */
const DOOR_CODE = /(?<![\w#.,-])\d{4,8}#(?!\w)|(?<=[.!;] code:? )\d{4,8}(?![\w.-]*\d)/gi;
const AT = /@| ?[([]at[)\]] ?/gi;
const LOCAL = /[\p{L}\p{N}._%+'~!#$*^-]/u;
const DOMAIN =
  /(?:(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}|localhost|localdomain|intranet|internal|\[?\d{1,3}(?:\.\d+){3}\]?)(?![\p{L}\p{N}])/uy;
/** Matches the ending of a file name: `photo@2x.png` is not a mail address. */
const FILE_ENDING = /\.(?:png|jpe?g|gif|webp|avif|svg|css|m?js|json|html?|mp4|pdf|woff2?)$/i;
/**
 * Match phone numbers: international with `+`; with `00`; with an area code in brackets; ten digits in three groups; five pairs with a leading zero;
 * national with a leading zero.
 */
const PHONES = [
  String.raw`(?<![\w.+])(?:\+|%2B)[1-9](?:[ ()./-]{0,2}\d){6,14}(?!\w|\.\d)`,
  String.raw`(?<![\w.,:+-])00[1-9](?:[ ()./-]{0,2}\d){7,14}(?!\w|[.:-]\w)`,
  String.raw`(?<![\w.])\(\d{2,5}\)[ /-]?\d{2,4}(?:[ -]?\d{2,4}){1,3}(?!\w|-\w)`,
  String.raw`(?<![\w.+-])\d{3}([-. ])\d{3}\1\d{4}(?![\w-]|\.\d)`,
  String.raw`(?<![\w.,:+-])0[1-9]([ .-])\d\d(?:\1\d\d){3}(?![\w:-]|\.\d)`,
  String.raw`(?<![\w.,:+-])0[1-9]\d{1,3}[ /-]\d{2,4}(?:[ -]?\d{2,5}){1,3}(?![\w:-]|\.\d)`,
].map((pattern) => new RegExp(pattern, 'g'));

/** Redacts credentials and card numbers in a text by their form, such as signed tokens, keys with an issuer's prefix, and passwords in addresses. */
export function withoutSecretForms(text: string): string {
  let clean = text;
  if (clean.includes('//') && clean.includes('@')) clean = clean.replace(USER_INFORMATION, userInformation);
  if (text.length < 12) return clean;
  if (/[?&](?:s[gined]{0,5}|key)=/i.test(clean)) clean = clean.replace(LASTING_SIGNATURE, REDACTED);
  if (clean.includes('PRIVATE KEY-----')) clean = clean.replace(PRIVATE_KEY, REDACTED);
  if (/ -(?:u|-user|-proxy-user)[ =]/.test(clean)) clean = clean.replace(COMMAND_USER, REDACTED);
  clean = clean.replace(MARKED, withoutMarkedKey);
  if (/pass|pwd|pin|otp|cv[vc]|code|lockbox/i.test(clean)) clean = clean.replace(IN_PROSE, `$1${REDACTED}`);
  if (/\d{4}/.test(clean)) clean = clean.replace(DOOR_CODE, REDACTED);
  if (/bearer/i.test(clean)) clean = clean.replace(BEARER, `$1$2${REDACTED}`);
  if (/basic/i.test(clean)) clean = clean.replace(BASIC, `$1$2${REDACTED}`);
  if (clean.includes('eyJ')) clean = clean.replace(SIGNED_TOKEN, REDACTED);
  if (!/\d{4}\D?\d{4}/.test(clean)) return clean;
  return CARDS.reduce((part, form) => part.replace(form, (card) => (isCard(card) ? REDACTED : card)), clean);
}

/** Redacts the mail addresses and phone numbers in a text, unless the rules keep guests' data. */
export function withoutGuestForms(text: string, { keepGuests }: RedactionRules): string {
  if (keepGuests || text.length < 6) return text;
  const clean = withoutMails(text);
  if (!/\d\D{0,2}\d/.test(clean)) return clean;
  return PHONES.reduce((part, pattern) => part.replace(pattern, PHONE_NUMBER), clean);
}

/** Whether digits have a valid check digit of card numbers (ISO/IEC 7812-1, Luhn). */
function isCardNumber(card: string): boolean {
  const digits = [...card.replace(/\D/g, '')].reverse().map(Number);
  const sum = digits.reduce((total, digit, at) => total + (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  return sum % 10 === 0;
}

const userInformation = (information: string): string =>
  information === `${REDACTED}@` ? information : `${REDACTED}@`;

function withoutMails(text: string): string {
  let out = '';
  let from = 0;
  AT.lastIndex = 0;
  for (let match = AT.exec(text); match; match = AT.exec(text)) {
    let start = match.index;
    const earliest = Math.max(from, start - MAX_CHARACTERS.mailAddress);
    while (start > earliest && LOCAL.test(text[start - 1] ?? '')) start -= 1;
    DOMAIN.lastIndex = AT.lastIndex;
    const domain = DOMAIN.exec(text)?.[0];
    if (start === match.index || domain === undefined || FILE_ENDING.test(domain)) continue;
    out += text.slice(from, start) + MAIL_ADDRESS;
    from = AT.lastIndex + domain.length;
    AT.lastIndex = from;
  }
  return out + text.slice(from);
}
