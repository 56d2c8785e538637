/** The help: its topics, made from docs/ when the app is built, and what the search box finds in it. Loaded on demand. */
import changelog from '../../../../CHANGELOG.md?raw';
import managers from '../../../../docs/help-managers.md?raw';
import support from '../../../../docs/help-support.md?raw';
import words from '../../../../docs/help-words.md?raw';
import { SHORTCUTS } from '../../../shared/input/shortcuts.ts';
import type { Audience } from '../../../shared/model/app.ts';
import type { CauseEntry } from '../../../shared/model/cause-entry.ts';
import { changesOf } from '../../../shared/text/changelog.ts';
import type { HelpTopic } from '../../navigation/search.ts';
import { type Block, readDocument } from '../document/read-document.ts';
import { messagesFor } from './messages.ts';

export const TOPICS: Readonly<Record<HelpTopic, string>> = {
  start: 'First steps',
  words: 'What is what',
  keys: 'Keys',
  messages: 'Messages and what to do',
  new: 'What is new',
};

/** A heading of a document and what stands below it. */
export interface Part {
  readonly topic: HelpTopic;
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

const START: Readonly<Record<Audience, readonly Block[]>> = {
  managers: readDocument(managers),
  support: readDocument(support),
};
const WORDS = readDocument(words);

/** The blocks of a topic that is a document. */
export const documentOf = (topic: 'start' | 'words', audience: Audience): readonly Block[] =>
  topic === 'words' ? WORDS : START[audience];

function partsOf(topic: HelpTopic, blocks: readonly Block[]): Part[] {
  const parts: Part[] = [];
  for (const block of blocks) {
    const last = parts.at(-1);
    if (block.kind === 'heading') parts.push({ topic, id: block.id, title: block.title, blocks: [] });
    else if (last) parts.splice(-1, 1, { ...last, blocks: [...last.blocks, block] });
  }
  return parts;
}

const PARTS: Readonly<Record<Audience, readonly Part[]>> = {
  managers: [...partsOf('start', START.managers), ...partsOf('words', WORDS)],
  support: [...partsOf('start', START.support), ...partsOf('words', WORDS)],
};

/** Finds a part of the help by its id; null for an unknown id. Falls back to the other audience's parts, which a manager may open too. */
export function partOf(id: string, audience: Audience): { readonly part: Part; readonly isOwn: boolean } | null {
  const isId = (part: Part): boolean => part.id === id;
  const own = PARTS[audience].find(isId);
  const other = own ?? PARTS[audience === 'managers' ? 'support' : 'managers'].find(isId);
  return other ? { part: other, isOwn: own !== undefined } : null;
}

/** Returns what CHANGELOG.md says of a version; none for an unknown version. Managers get only its summary in everyday words. */
export function newsOf(version: string, audience: Audience, text = changelog): readonly Block[] {
  const parts = partsOf('new', readDocument(`# ${version}\n\n${changesOf(version, text)}`));
  const shown = audience === 'managers' ? parts.filter(({ title }) => title === 'In short') : parts;
  return shown.flatMap(({ id, title, blocks }) => [
    { kind: 'heading', level: 2, id, number: null, title } as const,
    ...blocks,
  ]);
}

/** An entry that the search box finds in the help. `about` is the text that is compared with a question. */
export interface Found {
  readonly topic: HelpTopic;
  readonly part: string | undefined;
  readonly title: string;
  readonly about: string;
}

/** Words of a question that say nothing of its subject. */
const FILLERS = new Set(
  'a after am an and are at by can could did do does for from go has have how i if in is it mean means my of on or should that the there this to was we what when where which who why will with you your'.split(
    ' ',
  ),
);

const plainText = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => {
      if (block.kind === 'text') return block.text;
      if (block.kind === 'list') return block.items.join(' ');
      return block.kind === 'table' ? block.rows.flat().join(' ') : '';
    })
    .join(' ')
    .replaceAll(/[*_`]|\]\([^)]*\)|\[/g, '');

function entriesFor(audience: Audience, version: string): Found[] {
  const keys = SHORTCUTS.filter((key) => audience === 'support' || !key.support);
  return [
    ...PARTS[audience].map(({ topic, id, title, blocks }) => ({ topic, part: id, title, about: plainText(blocks) })),
    ...messagesFor(audience).map(({ code, sentence, action }) => ({
      ...{ topic: 'messages' as const, part: code, title: sentence, about: action },
    })),
    {
      topic: 'keys',
      part: undefined,
      title: TOPICS.keys,
      about: `Keyboard shortcuts: ${keys.map(({ does }) => does).join(', ')}`,
    },
    {
      topic: 'new',
      part: undefined,
      title: `${TOPICS.new} in ${version}`,
      about: plainText(newsOf(version, audience)),
    },
  ];
}

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !FILLERS.has(word));

/** The weight of a word that no entry has, about that of a word that every other entry has. */
const UNKNOWN_WEIGHT = 1;

/** Takes the usual endings of English off a word that is long enough, so that "locked" finds "lock" and "fees" finds "fee". */
const stemOf = (word: string): string => (word.length > 3 ? word.replace(/(?:ing|ed|s)$/, '') : word);

/**
 * Returns the entries that have half of a question's words or more, the best first. A rare word counts more than one that many entries have, and a word in
 * the title counts twice.
 */
function matching<Entry extends { readonly title: string }>(
  question: string,
  entries: readonly Entry[],
  textOf: (entry: Entry) => string,
): Entry[] {
  const stems = [...new Set(wordsIn(question).map(stemOf))];
  const texts = entries.map((entry) => {
    const [title, text] = [wordsIn(entry.title), wordsIn(textOf(entry))];
    const has = (words: readonly string[]) => (stem: string) => words.some((word) => word.startsWith(stem));
    return { entry, inTitle: stems.filter(has(title)), inAll: stems.filter(has([...title, ...text])) };
  });
  const weights = new Map(
    stems.map((stem) => {
      const count = texts.filter(({ inAll }) => inAll.includes(stem)).length;
      return [stem, count === 0 ? UNKNOWN_WEIGHT : Math.log(1 + entries.length / count)];
    }),
  );
  const weigh = (found: readonly string[]): number => found.reduce((sum, stem) => sum + (weights.get(stem) ?? 0), 0);
  const least = weigh(stems) / 2;
  return texts
    .map(({ entry, inTitle, inAll }) => ({ entry, all: weigh(inAll), title: weigh(inTitle) }))
    .filter(({ all }) => all > 0 && all >= least)
    .toSorted((one, other) => other.all + other.title - one.all - one.title)
    .map(({ entry }) => entry);
}

export const findHelp = (question: string, audience: Audience, version: string): Found[] =>
  matching(question, entriesFor(audience, version), ({ about }) => about);

export const findCauses = (question: string, causes: readonly CauseEntry[]): CauseEntry[] =>
  matching(question, causes, ({ looks, remedy, confirm }) => `${looks} ${remedy} ${confirm?.text ?? ''}`);
