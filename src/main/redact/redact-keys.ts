/** Recognises names of secrets in JSON, forms, queries and headers. */
import { ABOUT, CODES, OPENED, SECRET_PAIRS, SECRET_WORDS } from './secret-words.ts';

export const REDACTED = '[redacted]';

const OPENED_WORDS = new Set(OPENED);
const CODE_WORDS = new Set(CODES);
/** Matches a door's code in a name without borders between its words: "doorcodes". */
const SQUEEZED_CODE = new RegExp(`^(?:${OPENED.join('|')})(?:${CODES.join('|')}|pin)s?$`);
/** Words between the two words of a pair: "codeForDoor", "codigo de acceso". */
const JOINING = new Set(['for', 'of', 'to', 'the', 'de', 'da', 'del', 'di', 'la']);

/** Whether two neighbouring words, in either order, name a code that opens something. */
function isCodeOf(word: string, next: string): boolean {
  return (OPENED_WORDS.has(word) && CODE_WORDS.has(next)) || (CODE_WORDS.has(word) && OPENED_WORDS.has(next));
}

/** Pairs of words without a border between them: "encryptionkey". */
const SQUEEZED_PAIRS = new Set([...SECRET_PAIRS].map((pair) => pair.replaceAll(' ', '')));

/** Matches names that resemble secrets but are harmless, such as paging tokens. */
const HARMLESS =
  /^(?:(?:next|prev|previous|page|continuation|sync|change|delta|resume|paging|pagination|cursor|start|end|scroll|skip|offset|x)+tokens?|(?:idempotency|public|partition|sort|primary|foreign|publishable)key|pin(?:ned|s)|pin(?:size|color)|tokenizer|secretary)$/;
/** Matches long words that are distinctive inside a name without borders between its words: "userpassword", "clientsecretvalue". */
const SQUEEZED =
  /passw(?:or)?d|passphrase|clientsecret|secretkey|credential|apikey|accesskey|privatekey|cardnumber|creditcard|accesstoken|refreshtoken|idtoken|cctoken|cardtoken|bearertoken|authtoken|authorization|securitycode|sessionid|signature|codeverifier|clientassertion|setcookie|pwd|cv[cv]/;
const SQUEEZED_END = /(?:token|tokens|secret|password|cvv|cvc|iban)$/;

/** Whether a name is that of a secret ("client_secret", "ccToken1", "X-Api-Key", "card[cvc]", "password_confirmation"). */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  const squeezed = words.join('');
  if (squeezed === '' || HARMLESS.test(squeezed)) return false;
  const kept = words.filter((word) => !JOINING.has(word));
  const one = kept.map((word) => (OPENED_WORDS.has(word) ? word : singular(word)));
  for (let index = 0; index < one.length; index += 1) {
    const [word = '', next = '', third = ''] = one.slice(index, index + 3);
    const found =
      SECRET_WORDS.has(word) ||
      SECRET_PAIRS.has(`${word} ${next}`) ||
      SECRET_PAIRS.has(`${word} ${next} ${third}`) ||
      isCodeOf(word, next);
    if (found) return !saysAbout(kept.slice(index + 1));
  }
  if (SQUEEZED_CODE.test(squeezed) || SQUEEZED_PAIRS.has(singular(squeezed))) return true;
  const match = SQUEEZED.exec(squeezed) ?? SQUEEZED_END.exec(squeezed);
  return match !== null && !ABOUT.has(squeezed.slice(match.index + match[0].length));
}

/** Objects with a code or key that opens something: `"frontDoor": {"code": …}`, `"api": {"key": …}`. */
const OPENED_BY: readonly (readonly [outer: RegExp, name: RegExp])[] = [
  [
    /^(?:front|back|main|side|street|building|smart|apartment|house)?(?:doors?|gates?|locks?|lockbox|keybox|keypad|alarm|intercom|garage|entry|entrance|access)(?:info|details?|data|settings|instructions|systems?)?$/,
    /^(?:main|current|new|old|master|guest|entry|access)?(?:code|combination|combo)s?$/,
  ],
  [
    /^(?:access|entry|door|lock|building|smartlock)?(?:code|pin|combination)s?$/,
    /(?:door|gate|lock|box|keypad|alarm|intercom|garage|entry|entrance|building|lobby|parking|elevator|room|unit)$/,
  ],
  [/^(?:api|ssh|signing|encryption|webhook|wifi|wlan|wireless)(?:info|details?|data|settings|access)?$/, /^keys?$/],
];

/** Whether a field together with its parent field names a secret. Both names in lower case, letters only. */
export const isSecretWithin = (outer: string, name: string): boolean =>
  OPENED_BY.some(([outers, names]) => names.test(name) && outers.test(outer));

/** The singular of a word, so that "codes" and "keys" are recognised too. */
const singular = (word: string): string => (/[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word);

/** Whether the rest of a name shows that its value describes the secret instead of being it. */
const saysAbout = (rest: readonly string[]): boolean => rest.some((word) => ABOUT.has(word));

/** The words of a name in lower case, without digits and accents: "ccToken1" has "cc" and "token". A path is reduced to its last 200 characters. */
export function wordsOf(name: string): string[] {
  return name
    .slice(-200)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}
