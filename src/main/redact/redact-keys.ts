/** Recognises names of secrets in JSON, forms, queries and headers. */
import { nameList, words } from './name-list.ts';
import { CODES, FACT_WORDS, OPENED_THINGS, SECRET_PAIRS, SECRET_WORDS } from './secret-words.ts';

export const REDACTED = '[redacted]';

/** Words between the two words of a pair: "codeForDoor", "codigo de acceso". */
const JOINING = new Set(words('for of to the de da del di la'));

/** Whether two neighbouring words, in either order, name a code that opens something. */
const isCodeOf = (word: string, next: string): boolean =>
  (OPENED_THINGS.has(word) && CODES.has(next)) || (CODES.has(word) && OPENED_THINGS.has(next));

/** Pairs of words without a border between them: "encryptionkey". */
const SQUEEZED_PAIRS = new Set([...SECRET_PAIRS].map((pair) => pair.replaceAll('-', '')));

/** Whether a name in one piece, without separators or capitals between its words, names a door's code: "doorcodes". */
function isSqueezedCode(name: string): boolean {
  const one = singular(name);
  return [...CODES, 'pin'].some((code) => one.endsWith(code) && OPENED_THINGS.has(one.slice(0, -code.length)));
}

/** Whether a name resembles that of a secret but is harmless, such as a paging token. */
const isHarmless = nameList(`
  {next,prev,previous,page,continuation,sync,change,delta,resume,paging,pagination,cursor,start,end,scroll,skip,offset,x}token{,s}
  {next,prev,previous,start,end,x}{page,cursor,continuation,sync,change,delta,scroll}token{,s}
  {idempotency,public,partition,sort,primary,foreign,publishable}key pin{ned,s,size,color} tokenizer secretary`);
/** Words that are long enough to be found inside a name in one piece: "userpassword", "clientsecretvalue". */
const SQUEEZED = words(`
  passw{or,}d passphrase clientsecret secretkey credential apikey {access,private}key cardnumber creditcard {access,refresh,id,cc,card,bearer,auth}token
  authorization securitycode sessionid signature codeverifier clientassertion setcookie pwd cv{c,v}`);
const SQUEEZED_END = words('token{,s} secret password cv{c,v} iban');

/** Whether a field with this name contains a secret ("client_secret", "ccToken1", "X-Api-Key", "card[cvc]"). */
export function isSecretName(name: string): boolean {
  const parts = wordsOf(name);
  const squeezed = parts.join('');
  if (squeezed === '' || isHarmless(squeezed)) return false;
  const kept = parts.filter((word) => !JOINING.has(word));
  const one = kept.map((word) => (OPENED_THINGS.has(word) ? word : singular(word)));
  for (let index = 0; index < one.length; index += 1) {
    const [word = '', next = '', third = ''] = one.slice(index, index + 3);
    const found =
      SECRET_WORDS.has(word) ||
      SECRET_PAIRS.has(`${word}-${next}`) ||
      SECRET_PAIRS.has(`${word}-${next}-${third}`) ||
      isCodeOf(word, next);
    if (found) return !saysAbout(kept.slice(index + 1));
  }
  if (isSqueezedCode(squeezed) || SQUEEZED_PAIRS.has(singular(squeezed))) return true;
  const word = SQUEEZED.find((one) => squeezed.includes(one)) ?? SQUEEZED_END.find((one) => squeezed.endsWith(one));
  return word !== undefined && !FACT_WORDS.has(squeezed.slice(squeezed.indexOf(word) + word.length));
}

/** The singular of a word, so that "codes" and "keys" are recognised too. */
const singular = (word: string): string => (/[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word);

/** Whether the rest of a name shows that its value describes the secret instead of being it. */
const saysAbout = (rest: readonly string[]): boolean => rest.some((word) => FACT_WORDS.has(word));

/** Splits a name into words in lower case, without digits and accents: "ccToken1" has "cc" and "token". Only its last 200 characters count. */
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
