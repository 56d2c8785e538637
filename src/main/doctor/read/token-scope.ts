/** Finds the scope of a request's token in the text: the program logs it, or requested the token before. */
import { isTokenAddress } from './api-address.ts';
import type { Draft } from './draft.ts';
import type { Source } from './source.ts';

const SCOPE =
  /\bscopes?(?: (?:of|in|des|vom|du|de|del|della|do) [\p{L} ]{2,24}?(?= ))?["']?\s{0,3}(?:[:=]|=>|%3A|%3D|(?:is|was|ist|war|est|es|è|é)\s)\s{0,3}[["'“„«]{0,3}\s?(open-api|booking_engine(?::|%3A)api)(?![\w:-])/giu;
const MAX_LINE = 4_000;
const MAX_DRAFTS = 200;
const MAX_LINES = 60;

const MAX_TOLD = 3;
const MAX_TEXT_LINES = 300;

/** The scopes that the sentences of a short text name. */
function toldScopes({ lines }: Source): Set<string> {
  if (lines.length > MAX_TEXT_LINES) return new Set();
  const sentences = lines
    .map((line) => line.slice(0, MAX_LINE))
    .filter((line) => /[\p{L}]{2} [\p{L}]{2}/u.test(line) && !/[{}]|https?:/.test(line));
  return scopesIn(sentences.join('\n'));
}

/** Adds to each request the only scope that its own lines name, else the only one that the token requests before it name. */
export function withTokenScopes(source: Source, drafts: readonly Draft[]): Draft[] {
  if (drafts.length > MAX_DRAFTS) return [...drafts];
  const asked = new Set<string>(drafts.length <= MAX_TOLD ? toldScopes(source) : []);
  return drafts.map((draft) => {
    const { request, response } = draft;
    if (request === null) return draft;
    if (isTokenAddress(request.url ?? '')) {
      for (const text of [request.body, response?.body]) for (const scope of scopesIn(text ?? '')) asked.add(scope);
      return draft;
    }
    const own = scopesIn(
      source.lines
        .slice(draft.line, Math.min(draft.end, draft.line + MAX_LINES))
        .map((line) => line.slice(0, MAX_LINE))
        .join('\n'),
    );
    const [scope, ...others] = own.size > 0 ? own : asked;
    return scope === undefined || others.length > 0 ? draft : { ...draft, request: { ...request, tokenScope: scope } };
  });
}

const scopesIn = (text: string): Set<string> =>
  new Set(
    [...text.slice(0, MAX_LINE * MAX_LINES).matchAll(SCOPE)].map(([, scope = '']) =>
      scope.toLowerCase().replace('%3a', ':'),
    ),
  );
