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
        claim: 'Own secrets are compared with decoded text, under any escapes.',
        text: 'const view = decodeAll(first, UNESCAPE, exact, ranges);',
        without: 'if (exact.length > 0) return ranges;\n  const view = first;',
        title: 'are removed: ',
      },
      {
        claim: 'Escapes of escapes are undone in each order, because one of them is that in which they were written.',
        file: 'src/main/redact/text-view.ts',
        text: 'const inner = (isNested ? KINDS : [UNESCAPE_ONCE])',
        without: 'const inner = (isNested ? [UNESCAPE_ONCE] : [UNESCAPE_ONCE])',
        test: 'test/unit/main/redact/hidden-secrets.test.ts',
        title: 'an own secret under escapes of escapes',
      },
      {
        claim: 'Encoded lines are joined where a header has spaces in the place of its line breaks.',
        file: 'src/main/redact/encoded-runs.ts',
        text: 'if (FIRST_PIECE.test(text.slice(line, last).trimStart()) && PIECES.test(text)) last = PIECES.lastIndex;',
        without: '',
        test: 'test/unit/main/redact/hidden-secrets.test.ts',
        title: 'whose lines a space joins',
      },
      {
        ...OWN,
        claim: 'They are found in encodings, such as base64 and hex.',
        text: 'if (search.inner) findEncoded(view, search, search.inner, ranges);',
        without: '',
        title: 'are removed: ',
      },
      {
        claim: 'Values under names of secrets are redacted, whatever words surround the name.',
        file: 'src/main/redact/redact-keys.ts',
        text: `if (squeezed === '' || HARMLESS.test(squeezed)) return false;`,
        without: 'if (squeezed !== null) return false;',
        test: REVIEW,
        title: 'names of secrets',
      },
      {
        ...CONTENT,
        claim: 'Credentials are redacted by their form, under any name.',
        text: 'let clean = withoutSecretForms(text);',
        without: 'let clean = text;',
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
        text: 'return content.isOpaque ? clean : withoutRandomRuns(clean, content.budget);',
        without: 'return clean;',
        title: 'forms of secrets',
      },
      {
        ...CONTENT,
        claim: 'From markup with fields on, nothing of a text stays.',
        text: 'if (!stays) return text.slice(0, match.index) + REDACTED;',
        without: '',
        test: 'test/unit/main/redact/redact.property.test.ts',
        title: 'is gone from ',
      },
      {
        claim: 'What stays of a text stays in each of its readings; else it goes whole.',
        file: 'src/main/redact/redact-content.ts',
        text: '(clean === text || !isWithin(after(clean), redacted))',
        without: 'clean === text',
        test: 'test/unit/main/redact/hidden-content.test.ts',
        title: 'the parts of a signed token with escapes',
      },
      {
        ...CONTENT,
        claim: 'What hides under more escapes than a text’s structure has goes whole.',
        text: 'for (const reading of hiddenReadings(text, content.budget)) if (hides(reading, content.isOpaque)) return REDACTED;',
        without: '',
        test: 'test/unit/main/redact/hidden-content.test.ts',
        title: 'a text that hides something behind escapes goes whole',
      },
      {
        ...CONTENT,
        claim: 'Escapes within escapes of letters and digits are a disguise: the text goes whole, whatever it says.',
        text: 'return mayNestEscapes(text) && hidesLetters(text)',
        without: 'return false',
        test: 'test/unit/main/redact/hidden-content.test.ts',
        title: 'letters in entities, broken over lines, of which a part is in unicode escapes',
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
        text: `if (GUEST_DATA_FIELD.test(plain)) return 'guestData';`,
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
