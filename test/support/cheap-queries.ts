/**
 * happy-dom keeps what a query found until one of the elements that it looked at changes, and tells each of them so: a query writes to the whole
 * document. Here a query holds until anything changes, which one number tells; and the labels of a document are found once for all its elements.
 */
import HTMLLabelElementUtility from 'happy-dom/lib/nodes/html-label-element/HTMLLabelElementUtility.js';
import Node from 'happy-dom/lib/nodes/node/Node.js';
import NodeList from 'happy-dom/lib/nodes/node/NodeList.js';
import * as PropertySymbol from 'happy-dom/lib/PropertySymbol.js';
import QuerySelector from 'happy-dom/lib/query-selector/QuerySelector.js';
import SelectorCombinatorEnum from 'happy-dom/lib/query-selector/SelectorCombinatorEnum.js';
import SelectorParser from 'happy-dom/lib/query-selector/SelectorParser.js';

/** An element or a document; what happy-dom keeps in it has symbols for names. */
type Tree = Element & { documentElement?: Element };
interface Found {
  changes?: number;
  querySelector: Map<string, unknown>;
  querySelectorAll: Map<string, { result: WeakRef<object> | null }>;
  matches: Map<string, unknown>;
}
interface Selector {
  readonly combinator: string;
  match(scope: unknown, element: Tree): unknown;
}
const of = <Value>(tree: object, member: symbol): Value => Reflect.get(tree, member) as Value;
const listOf = (elements: Tree[]): object =>
  Reflect.construct(NodeList, [PropertySymbol.illegalConstructor, elements]) as object;

let changes = 0;
const clear = of<() => void>(Node.prototype, PropertySymbol.clearCache);
Reflect.set(Node.prototype, PropertySymbol.clearCache, function (this: Tree) {
  changes += 1;
  clear.call(this);
});

/** Forgets what was found before the last change. */
function fresh(tree: Tree): Found {
  const found = of<Found>(tree, PropertySymbol.cache);
  if (found.changes === changes) return found;
  found.changes = changes;
  if (found.querySelector.size > 0) found.querySelector = new Map();
  if (found.querySelectorAll.size > 0) found.querySelectorAll = new Map();
  if (found.matches.size > 0) found.matches = new Map();
  return found;
}

/** Elements below `tree` that match one of the selectors, in the order of the document. */
function below(tree: Tree, selectors: readonly Selector[], scope: unknown, found: Tree[] = []): Tree[] {
  for (const element of of<Tree[]>(tree, PropertySymbol.elementArray)) {
    if (selectors.some((selector) => selector.match(scope, element))) found.push(element);
    below(element, selectors, scope, found);
  }
  return found;
}

const { matches, querySelector, querySelectorAll } = QuerySelector as unknown as Record<
  'matches' | 'querySelector' | 'querySelectorAll',
  (tree: Tree, selector: string, options?: object) => unknown
>;
const globalMatchFunction: typeof matches = (element, ...rest) => {
  fresh(element);
  return matches.call(QuerySelector, element, ...rest);
};

/** The selectors of a text when none of them has a combinator; null for any other text. */
function plainSelectors(tree: Tree, text: unknown, scope: unknown): Selector[] | null {
  if (typeof text !== 'string' || text === '') return null;
  const window = of(tree, PropertySymbol.window);
  const parser = new SelectorParser({ window, scope, globalMatchFunction } as never);
  const groups = parser.getSelectorGroups(text) as unknown as Selector[][];
  const isPlain = groups.every(([first, next]) => !next && first?.combinator === SelectorCombinatorEnum.none);
  return isPlain ? groups.flat() : null;
}

Object.assign(QuerySelector, {
  affectsCache() {},
  globalMatchFunction,
  matches: globalMatchFunction,
  querySelector(tree: Tree, text: string) {
    fresh(tree);
    return querySelector.call(QuerySelector, tree, text);
  },
  querySelectorAll(tree: Tree, text: string) {
    const found = fresh(tree);
    const known = found.querySelectorAll.get(text)?.result?.deref();
    if (known) return known;
    const scope = tree.documentElement ?? tree;
    const selectors = plainSelectors(tree, text, scope);
    if (!selectors) return querySelectorAll.call(QuerySelector, tree, text);
    const list = listOf(below(tree, selectors, scope));
    found.querySelectorAll.set(text, { result: new WeakRef(list) });
    return list;
  },
});

Object.assign(HTMLLabelElementUtility, {
  getAssociatedLabelElements(element: Tree) {
    const root = of<Tree | null>(element, PropertySymbol.rootNode) ?? element.ownerDocument;
    const labels =
      element.id && element.isConnected ? of<Tree[]>(root.querySelectorAll('label'), PropertySymbol.items) : [];
    const found = labels.filter((label) => label.getAttribute('for') === element.id);
    let parent = element.parentElement;
    while (parent && parent.tagName !== 'LABEL') parent = parent.parentElement;
    return listOf(parent ? [...found, parent] : found);
  },
});
