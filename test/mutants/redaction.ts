import type { Threat } from './defence.ts';

const REVIEW = 'test/unit/main/redact/review.test.ts';
const OWN = { file: 'src/main/redact/own-secrets.ts', test: 'test/unit/main/redact/own-secrets.test.ts' };
const CONTENT = { file: 'src/main/redact/redact-content.ts', test: REVIEW };

/** The rules of docs/security.md, "What is redacted". */
export const REDACTION: readonly Threat[] = [
  {
    name: 'A service repeats a secret or a guest where nobody expects it',
    story: 'In another field, another spelling, another structure. The rules are under “What is redacted”.',
    defences: [
      {
        ...OWN,
        claim: 'Own secrets are compared with decoded text; the part that hides one goes whole.',
        text: 'const { plain } = unescaped(text);',
        without: 'const plain = text;',
        title: 'are removed as ',
      },
      {
        ...OWN,
        claim: 'They are found in encodings, such as base64 and hex.',
        text: ', ...encodings(secret, inJson)]',
        without: ']',
        title: 'are removed: ',
      },
      {
        claim: 'Values under names of secrets are redacted, whatever words surround the name.',
        file: 'src/main/redact/redact-keys.ts',
        text: `if (squeezed === '' || isHarmless(squeezed)) return false;`,
        without: 'if (squeezed !== null) return false;',
        test: REVIEW,
        title: 'names of secrets',
      },
      {
        ...CONTENT,
        claim: 'Credentials are redacted by their form, under any name.',
        text: 'redactPairs(withoutSecretForms(text), content.rules)',
        without: 'redactPairs(text, content.rules)',
        title: 'forms of secrets',
      },
      {
        claim: 'User information of an address is redacted, wherever the address stands.',
        file: 'src/main/redact/redact-patterns.ts',
        text: `if (clean.includes('//') && clean.includes('@')) clean = clean.replace(USER_INFORMATION, userInformation);`,
        without: '',
        test: REVIEW,
        title: 'user information of an address',
      },
      {
        ...CONTENT,
        claim: 'Runs of random characters are redacted, though nobody knows what they are.',
        text: 'return content.isOpaque ? clean : withoutRandomRuns(clean);',
        without: 'return clean;',
        title: 'forms of secrets',
      },
      {
        ...CONTENT,
        claim: 'From markup with fields on, nothing of a text stays.',
        text: 'const clean = withoutTable(content.keepsMarkup ? text : withoutUnread(text), content.rules);',
        without: 'const clean = withoutTable(text, content.rules);',
        test: 'test/unit/main/redact/redact.property.test.ts',
        title: 'is gone from ',
      },
      {
        ...CONTENT,
        claim: 'What hides under more escapes than a text’s structure has goes whole.',
        text: 'const isHidden = hides(plain, content.isOpaque) ||',
        without: 'const isHidden =',
        test: 'test/unit/main/redact/hidden-content.test.ts',
        title: 'a text that hides something behind escapes goes whole',
      },
      {
        ...CONTENT,
        claim: 'Escapes of letters and digits are a disguise: the text goes whole, whatever it says.',
        text: 'return disguised > 0 || ',
        without: 'return ',
        test: 'test/unit/main/redact/hidden-content.test.ts',
        title: 'a text that escapes letters goes whole, whatever it says',
      },
      {
        file: 'src/main/doctor/read/read-literal.ts',
        claim: 'What a customer pasted is repaired only where names and values can be told apart.',
        text: 'value: reader.isTrusted ? value : null,',
        without: 'value,',
        test: 'test/unit/main/doctor/read/read-pasted.test.ts',
        title: 'is not repaired, because names and values could not be told apart',
      },
      {
        claim: 'Guests’ data is redacted under the names of its fields.',
        file: 'src/main/redact/field-kinds.ts',
        text: `['guestData', isGuestData],`,
        without: '',
        test: REVIEW,
        title: "guests' data",
      },
      {
        claim: 'A free text of a request is a person’s and goes; that of an error is the service’s and stays.',
        file: 'src/main/http/redact-exchange.ts',
        text: `!isAnswer ? 'person' : isErrorStatus(status) ? 'service' : 'either';`,
        without: `isAnswer && isErrorStatus(status) ? 'either' : 'either';`,
        test: 'test/unit/main/http/redact-exchange.test.ts',
        title: 'redacts the free texts of a request, and keeps those of an error',
      },
      {
        ...CONTENT,
        claim: 'Mail addresses and phone numbers are redacted by their form, in any text.',
        text: 'return withoutGuestForms(redactReadable(clean, content), content.rules);',
        without: 'return redactReadable(clean, content);',
        title: "guests' data",
      },
    ],
  },
];
