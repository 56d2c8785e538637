/** Draws an offer as it is printed and sent, on white paper in both colour schemes. */
import { createElement, Fragment, type ReactNode } from 'react';
import type { AsWritten, OfferDocument } from '../../shared/model/offer.ts';
import { type OfferNode, offerView } from '../../shared/quote/offer-view.ts';
import styles from './offer-sheet.module.css';

/** Lowers headings by one level, because the page around the offer has the heading of level 1. */
const LEVEL_BELOW: Readonly<Record<string, string>> = { h1: 'h2', h2: 'h3' };

/** The attributes that name a table for a screen reader. The name is the app's own text, because attributes may not hold texts of the service. */
const NAMES: Readonly<Record<string, object>> = { table: { 'aria-label': 'Lines of the offer' } };

/** Shows an offer as the guest gets it. `written` has the texts to mark, because they are not translated. */
export function OfferSheet({ offer, written = [] }: { offer: OfferDocument; written?: readonly AsWritten[] }) {
  const marks = new Map(written.map(({ text, isUnknown }) => [text, isUnknown] as const));
  return drawn(offerView(offer), 0, { marks, pattern: patternOf([...marks.keys()]) });
}

interface Marks {
  /** The texts to mark, each with whether it is a term without a translation. */
  readonly marks: ReadonlyMap<string, boolean>;
  readonly pattern: RegExp | null;
}

/** Matches the texts as whole words, the longest first. */
function patternOf(texts: readonly string[]): RegExp | null {
  if (texts.length === 0) return null;
  const sorted = texts.toSorted((one, other) => other.length - one.length);
  return new RegExp(`(?<![\\p{L}\\p{N}])(${sorted.map(RegExp.escape).join('|')})(?![\\p{L}\\p{N}])`, 'u');
}

function drawn(node: OfferNode, key: number, marks: Marks): ReactNode {
  if (typeof node === 'string') return <Marked key={key} text={node} {...marks} />;
  const { tag, style, attributes, children } = node;
  const inner = children.map((child, at) => drawn(child, at, marks));
  return createElement(LEVEL_BELOW[tag] ?? tag, { key, style, ...NAMES[tag], ...attributes }, ...inner);
}

function Marked({ text, marks, pattern }: Marks & { text: string }): ReactNode {
  if (pattern === null) return text;
  return text.split(pattern).map((piece, at) => {
    const isUnknown = at % 2 === 0 ? undefined : marks.get(piece);
    const key = `${at} ${piece}`;
    if (isUnknown === undefined) return <Fragment key={key}>{piece}</Fragment>;
    return (
      <mark
        key={key}
        className={isUnknown ? styles.unknown : styles.own}
        title={isUnknown ? 'Not translated' : 'Your own words'}
      >
        {piece}
      </mark>
    );
  });
}
