/** Values that the test knows, each with a word in it that occurs nowhere else; and the search for them in any form. */

export const secrets = {
  openApi: 'zqopensecret+open/api=5e1f',
  booking: 'zqbooksecret.booking~77aa"quoted',
  replaced: 'zqreplaced-secret-09c3',
  card: 'zqcardtoken-4242',
  openApiToken: 'zqopentoken.a1b2.c3d4/e+f',
  bookingToken: 'zqbooktoken.e5f6.a7b8',
};

export const guest = {
  firstName: 'Zqorvanna',
  lastName: 'Zqmarshwell',
  email: 'zqada.mail@guest.example',
  phone: '+44 20 5550 0143',
};

/** Secrets that are not the console's own: known by their names or their form only. */
export const foreign = {
  word: 'zqforeign-Secret-81c3d0f2',
  cvc: '9317-zqcvcvalue',
  card: '6445644564456445',
};

/** Every form in which a value could hide. */
function formsOf(value: string): string[] {
  const address = encodeURIComponent(value);
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    address,
    encodeURIComponent(address),
    new URLSearchParams({ v: value }).toString().slice(2),
    value.replaceAll('"', '&quot;'),
    ...[0, 1, 2].map((shift) => inBase64(value, shift)),
    Buffer.from(value).toString('hex'),
    Buffer.from(value, 'utf16le').toString('latin1'),
  ];
}

/** What is the same whatever stands before and after it. */
function inBase64(value: string, shift: number): string {
  const bytes = Buffer.from(value);
  const whole = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  return whole.slice(shift === 0 ? 0 : shift + 1, Math.floor(((shift + bytes.length) * 8) / 6));
}

/** Words of the planted values, as a full-text index would keep them. */
const wordsOf = (value: string): string[] => value.toLowerCase().match(/zq[a-z]{5,}/g) ?? [];

/** The names of the values that can be found in the text: whole in any form, or by a word of theirs. */
export function leaksIn(text: string, values: Readonly<Record<string, string>>): string[] {
  const lower = text.toLowerCase();
  return Object.entries(values)
    .filter(
      ([, value]) =>
        formsOf(value).some((form) => text.includes(form)) || wordsOf(value).some((word) => lower.includes(word)),
    )
    .map(([name]) => name);
}

/** The text without escapes of JSON, addresses and markup, without line breaks and zero bytes. */
export function undone(text: string): string {
  let plain = text;
  for (let pass = 0; pass < 6; pass += 1)
    plain = plain
      .replace(/\\+u00([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replace(/&#x([0-9a-f]{2});/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replace(/&#0*(\d{2,3});/g, (_, code: string) => String.fromCharCode(Number(code)))
      .replaceAll('&amp;', '&')
      .replace(/\\+[rn]/g, '')
      .replace(/\\+/g, '')
      .replace(/[\r\n\0]/g, '');
  return plain;
}
