/** A case as Markdown for a ticket. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseMarkdown } from '../../../../src/main/cases/case-markdown.ts';
import { maskFailure } from '../../../../src/main/cases/mask-failure.ts';
import type { Case } from '../../../../src/shared/model/case.ts';
import { diagnosisFixture, failureFixture } from './case-fixtures.ts';

const AT = Date.UTC(2026, 10, 21, 9);
const context = { connection: 'Harbour Stays', application: 'Website', versions: 'Latchkey 1.0.0, Node 24' };

const caseFixture = (changes: Partial<Case> = {}): Case => ({
  id: 'case-1',
  number: 7,
  customer: '',
  ticket: '',
  tags: [],
  title: 'Create quote: 403',
  cause: 'noPermission',
  causeTitle: 'The account lacks permission',
  state: 'open',
  origin: 'journal',
  connectionId: 'conn-1',
  credentialId: 'cred-1',
  host: 'booking.example.test',
  status: 403,
  requestId: 'req-77',
  createdAt: AT,
  lastAt: AT + 60_000,
  times: 3,
  hasNotes: false,
  notes: '',
  failure: maskFailure(failureFixture()),
  diagnosis: diagnosisFixture(),
  seenBefore: [],
  ...changes,
});

describe('caseMarkdown', () => {
  it('has one paragraph, the request id, UTC times and the versions', () => {
    expect(caseMarkdown(caseFixture(), context)).toBe(`**Create quote: 403**

On 2026-11-21 09:00:00 UTC, \`POST https://booking.example.test/api/reservations/quotes\` was answered with 403 (\`FORBIDDEN\`: “You don't have permission to access”). Cause (likely): The account lacks permission. The same token was accepted for Search 1 min 4 s before. Next: Ask the account’s owner for the permission.

- Request id: \`req-77\`
- Request: \`POST https://booking.example.test/api/reservations/quotes\`
- Connection: Harbour Stays
- Application: Website
- Seen: 3 times, last 2026-11-21 09:01:00 UTC
- Versions: Latchkey 1.0.0, Node 24
`);
  });

  it('says what is not known', () => {
    const failure = maskFailure(
      failureFixture({ method: null, url: null, status: null, sentAt: null, responseHeaders: [], responseBody: null }),
    );
    const diagnosis = { outcome: 'notEnough', verdicts: [], tellApart: null, ask: 'Which address?' } as const;
    const text = caseMarkdown(
      caseFixture({ failure, diagnosis: { ...diagnosis, verdicts: [] }, requestId: null, times: 1 }),
      {
        connection: null,
        application: null,
        versions: 'Latchkey 1.0.0',
      },
    );
    expect(text).toContain('A request has no known answer. What is known does not tell the cause.');
    expect(text).not.toMatch(/Request id|Connection|Seen/);
  });

  it('lets no text of a service or a person become Markdown', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('`', '*', '[', '](', '<b>', '\n', '# ', '|', '~', '!', '\\', 'a') }),
        (text) => {
          const markdown = caseMarkdown(
            caseFixture({
              title: text,
              notes: text,
              requestId: text,
              failure: { ...caseFixture().failure, url: text },
            }),
            { ...context, connection: text },
          );
          const lines = markdown.split('\n');
          expect(lines.every((line, index) => index === 0 || line === '' || /^(?:- |On )/.test(line))).toBe(true);
          expect(markdown).not.toMatch(/(?<!\\)<b>(?![^`]*`)/);
        },
      ),
    );
  });

  it('makes no link, mention or reference of a text of a service or a person, and keeps the order of its letters', () => {
    const strangers = [
      ...['https://evil.example/x', 'www.evil.example', 'evil.example', 'ada@evil.example', '@everyone', '@org/team'],
      ...[
        '#12',
        'org/repo#12',
        '!34',
        '~label',
        '%milestone',
        '&5',
        '$7',
        'mailto:a@b.example',
        'ftp://evil.example',
        '<https://a.example>',
      ],
      ...['[a](https://evil.example)', 'see:https://evil.example,now', '“@here”', 'slack!here <!here>', '[~admin]'],
    ];
    for (const text of strangers) {
      const one = caseFixture({ title: `${text} 403`, notes: `hello ${text} there`, requestId: text });
      const failure = {
        ...one.failure,
        networkError: { kind: 'other', message: `cannot reach ${text}` } as never,
        status: null,
      };
      const markdown = caseMarkdown({ ...one, failure }, { ...context, connection: text, application: `a ${text}` });
      const outside = markdown.replace(/(`+)[\s\S]*?\1/g, '');
      expect(outside, text).not.toMatch(/[@#!~%&$<[\]]|:\/\/|www\.|evil|mailto|everyone|here>|admin/);
    }
    const turned = caseMarkdown(
      caseFixture({ title: 'a\u202eb\u2066c', notes: '\u200fd\u061ce', requestId: 'f\u202dg' }),
      { ...context, connection: 'h\u2069i' },
    );
    expect(turned).not.toMatch(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
  });
});
