/** The learned judge: its marks, its shares, and what it may say beside the rules. */
import { describe, expect, it } from 'vitest';
import { knownServices } from '../../../../src/main/api/known-services.ts';
import { causeOf, diagnose, judgeByRules } from '../../../../src/main/doctor/diagnose.ts';
import { NO_SURROUNDINGS } from '../../../../src/main/doctor/failure.ts';
import {
  combineShares,
  knownMarks,
  learnedShares,
  wordsFor,
} from '../../../../src/main/doctor/learned/judge-learned.ts';
import { textMarks as marksOf } from '../../../../src/main/doctor/learned/marks.ts';
import model from '../../../../src/main/doctor/learned/weights.json' with { type: 'json' };
import { courseOf, lineFacts } from '../../../../src/main/doctor/read/line-facts.ts';
import { readPasted } from '../../../../src/main/doctor/read/read-pasted.ts';
import { reportOf } from '../../../../src/main/doctor/read/report.ts';
import { verdictIn } from './cause-in.ts';

const told = (texts: readonly string[]) => lineFacts(texts.map((text, number) => ({ text, number, depth: 0 })));
const textMarks = (texts: readonly string[]) => marksOf(told(texts));

const MODEL = {
  causes: ['nothingWrong', 'rateLimit', 'tokenExpired'],
  weights: { yesterday: [0, -100, 300], token: [0, 0, 100], '=429': [-200, 300, -100], '=always': [50, 0, 0] },
};

/** A token whose payload names an issuer. */
const TOKEN = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"exp":1767225600,"scp":["open-api"]}').toString('base64url')}.c2ln`;

describe('the marks of a text', () => {
  it('are words with their lines, statuses with the step of their line, and their course', () => {
    const marks = textMarks(['12:05 token 200, listings 200', 'took 401 ms for 403 listings, 1,429 €', 'quote → 400']);
    expect(marks.get('took')).toBe(2);
    expect([...marks.keys()].filter((mark) => /^=(?:\d|token|quote|course|last)/.test(mark))).toEqual(
      expect.arrayContaining(['=200', '=token 200', '=400', '=quote 400', '=course endsBad', '=last 400']),
    );
    for (const mark of ['=401', '=403', '=429']) expect(marks.has(mark)).toBe(false);
  });

  it.each([['entities', `say &quot;hello&#10;our&quot;\ncoupon\n${TOKEN}`, { coupon: 2, token: 3 }]])(
    'have the lines of the text as it was pasted, not as %s is read',
    (_form, text, { token, ...words }) => {
      const { marks, tokens } = readPasted(text);
      expect(Object.fromEntries(Object.keys(words).map((word) => [word, marks?.get(word)]))).toEqual(words);
      expect(tokens.map(({ line }) => line)).toEqual([token]);
    },
  );

  it.each([
    ['says enough', 'thanks a lot, the whole list is there and it works', false],
    ['says little', 'any news?', true],
  ])('leave out what a mail repeats where its newest message %s', (_much, newest, isKept) => {
    const mail = [newest, 'GET /v1/listings 403 expired'].map((text, depth) => ({ text, number: depth, depth }));
    const marks = marksOf(lineFacts(mail));
    expect([marks.has('expired'), marks.has('=403')]).toEqual([isKept, isKept]);
  });

  it('are stems and pairs of neighbours, too, and how long the text is', () => {
    const marks = [...textMarks(['Es geht nicht, réservations', 'perdues']).keys()];
    expect(marks).toEqual(
      expect.arrayContaining(['geht', 'geht…', 'geht nicht', 'rese…', 'nicht reservations', '=words 2']),
    );
    expect(marks).not.toContain('reservations perdues');
  });

  it('are not the names of what every object has', () => {
    expect([...knownMarks(textMarks(['the constructor of a token']), MODEL).keys()]).toEqual(['token']);
  });

  it('hold no word of the text that the judge does not know', () => {
    expect([...knownMarks(textMarks(['Mrs Secretson had a token']), MODEL).keys()]).toEqual(['token']);
    expect(JSON.stringify([...(readPasted('Mrs Secretson had a token').marks?.keys() ?? [])])).not.toMatch(
      /secretson/i,
    );
  });
});

describe('the course of a text', () => {
  it.each([
    ['none', ['the token is new']],
    ['good', ['GET /v1/listings 200', 'all fine']],
    ['bad', ['GET /v1/listings 429', 'GET /v1/listings 403']],
    ['recovered', ['listings: 429 Too Many Requests', 'waiting', '200 OK, 64 listings']],
    ['recovered', ['GET /v1/listings Connection reset by peer', 'GET /v1/listings 200']],
    ['endsGood', ['GET /v1/listings 403', 'GET /v1/listings 200']],
    ['endsGood', ['GET /v1/listings?a=1 429', 'GET /v1/listings?a=2 200']],
    ['endsGood', [...Array.from({ length: 4 }, () => 'listings 503'), 'listings 200']],
    ['endsBad', ['2026-05-01T10:00:05Z listings 429', '2026-05-01T10:00:00Z listings 200']],
  ])('is %s: %j', (course, lines) => {
    expect(courseOf(told(lines))).toBe(course);
  });

  it('is that of the newest mail', () => {
    const mails = told(['now 200 OK', 'it was 403']).map((line, depth) => ({ ...line, depth }));
    expect(courseOf(mails)).toBe('good');
  });
});

describe('what a sender guesses', () => {
  it('is not what the service said', () => {
    const marks = [...textMarks(['I think the token has expired', 'the quote has expired']).keys()];
    expect(marks).toEqual(expect.arrayContaining(['=guesses tokenExpired', '=says quoteExpired']));
    expect(marks).not.toContain('=says tokenExpired');
    const answer = readPasted(
      'GET https://open-api.guesty.com/v1/listings 403\nMaybe “The token has expired and is gone”?',
    );
    expect(answer.failures[0]?.failure.responseBody).toBeNull();
  });
});

describe('the shares of the causes', () => {
  it('are one together, and the words share one weight', () => {
    const shares = learnedShares(['yesterday', 'token', 'unheard'], MODEL);
    expect([...shares.values()].reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
    expect(learnedShares(['yesterday', 'token'], MODEL)).toEqual(shares);
    expect(shares.get('tokenExpired')).toBeGreaterThan(0.9);
    expect(learnedShares(['=429'], MODEL).get('rateLimit')).toBeGreaterThan(0.9);
  });

  it('name the words that speak for a cause', () => {
    const marks = textMarks(['our token', 'is of yesterday']);
    expect(wordsFor('tokenExpired', marks, MODEL)).toEqual([
      { word: 'yesterday', line: 2 },
      { word: 'token', line: 1 },
    ]);
  });

  it('meet the verdict of the rules as odds: silence adds nothing, and what is ruled out stays so', () => {
    const even = new Map([
      ['rateLimit', 0.5],
      ['notEnough', 0.5],
    ] as const);
    const none = new Set<never>();
    expect(combineShares(even, 'notEnough', 0, none).get('rateLimit')).toBeCloseTo(0.5);
    expect(combineShares(even, 'rateLimit', 0.9, none).get('rateLimit')).toBeCloseTo(0.9);
    expect(combineShares(even, 'rateLimit', 0.9, new Set(['rateLimit'] as const)).get('rateLimit')).toBe(0);
  });
});

it('an answer that is cut weighs less where the text ends well, or stands in an older mail', () => {
  const [shown] = readPasted('503 Service Unavailable').failures;
  if (shown === undefined) throw new Error('A status alone is a failure.');
  const { text } = readPasted('POST /oauth2/token 503\nGET /v1/listings 200');
  const kindIn = (around: object) => judgeByRules(shown.failure, { ...NO_SURROUNDINGS, ...around }).first?.kind;
  expect([kindIn({}), kindIn({ text }), kindIn({ isOlder: true })]).toEqual(['partial', 'over', 'over']);
  expect(readPasted('Hello\n> 503 Service Unavailable').failures[0]?.isOlder).toBe(true);
});

describe('a verdict by words alone', () => {
  const text = 'Hello, the coupon of our guest has no effect: the price is the same with and without the code.';

  it('says so, names the words with their places, and is never nearly certain', () => {
    const [first] = reportOf(readPasted(text), knownServices()).cases;
    const [verdict] = first?.diagnosis.verdicts ?? [];
    expect(verdict?.cause).toBe('couponDropped');
    expect(verdict?.confidence).toBeLessThan(0.9);
    expect(verdict?.evidence.at(-1)?.text).toMatch(/“\w+” \(line 1\).*Only words/);
  });

  it('is not given where no word of the text speaks for it', () => {
    const [failure] = readPasted('').failures;
    if (failure === undefined) throw new Error('A text without an exchange has one failure.');
    const diagnosed = (marks: readonly string[]) =>
      diagnose(failure.failure, { ...NO_SURROUNDINGS, marks: new Map(marks.map((mark) => [mark, 1])) });
    const at = model.causes.indexOf('rateLimit');
    const all = Object.entries(model.weights).toSorted(([, one], [, other]) => (other[at] ?? 0) - (one[at] ?? 0));
    const signs = all.filter(([mark]) => mark.startsWith('=') && mark !== '=always').slice(0, 12);
    const words = all.filter(([mark]) => /^\p{L}+$/u.test(mark));
    const well = model.causes.indexOf('nothingWrong');
    const silent = words.filter(([, weights]) => (weights[at] ?? 0) <= 0 && (weights[well] ?? 0) <= 0).slice(0, 8);
    const marksOfAll = (of: typeof all) => [...signs, ...of].map(([mark]) => mark);
    expect(causeOf(diagnosed(marksOfAll(words.slice(0, 8))))).toBe('rateLimit');
    const { outcome, verdicts } = diagnosed(marksOfAll(silent));
    expect(outcome).toBe('notEnough');
    expect(verdicts.filter(({ evidence }) => evidence.length === 0)).toEqual([]);
  });

  it.each([
    'Add 200 g of flour and 3 eggs, and bake it for 40 minutes.',
    'const total = items.reduce((sum, item) => sum + item.price, 0);',
    'Lorem ipsum dolor sit amet, consectetur adipiscing elit.',
  ])('is not given to a text about something else: %s', (other) => {
    expect(verdictIn(other).cause).toBe('notEnough');
  });
});
