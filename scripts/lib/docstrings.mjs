/** Finds docstrings whose first word is no subject and no verb, so that a reader does not learn what the sentence is about. */

/** A docstring that follows a space, a line break or an opening bracket: texts within quotation marks do not count. */
const DOCSTRING = /(?<![^\s({[,;])\/\*\*(?!\/)([\s\S]*?)\*\//g;

const PRONOUNS = 'I You He She It Its We They Their Them These That Those What Which Who Whom Whose'.split(' ');
const INDEFINITE = 'None Nothing Nobody Something Somebody Someone Anything Anybody Everything Everybody'.split(' ');
const WORDS = new RegExp(
  `^(?:Of|Where|This (?:is|was|has)|${[...PRONOUNS, ...INDEFINITE].join('|')})(?![\\w'’/-])`,
  'i',
);
/** "One" without a noun: "One that …", "One of them", "One may …". "One page of results" has a noun. */
const ONE = /^One(?:[;,.:]| (?:that|which|who|whose|may|can|could|is|was|has|had|of (?:them|these|those))\b)/i;

/** The docstrings of a source: their line, their text in one line, and the index of the code after them. */
export const docstringsIn = (source) =>
  [...source.matchAll(DOCSTRING)].map(({ 0: whole, 1: text, index }) => ({
    line: source.slice(0, index).split('\n').length,
    text: text
      .replace(/\n\s*\*/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    end: index + whole.length,
  }));

/** The docstrings of a source that begin without a subject or a verb: their line, and how they begin. */
export const withoutSubject = (source) =>
  docstringsIn(source)
    .filter(({ text }) => WORDS.test(text) || ONE.test(text))
    .map(({ line, text }) => ({ line, beginning: text.slice(0, 60) }));
