/** Draws an offer as it is printed and sent, on white paper in both colour schemes. */
import { createElement, type ReactNode } from 'react';
import type { OfferDocument } from '../../shared/model/offer.ts';
import { type OfferNode, offerView } from '../../shared/quote/offer-view.ts';

/** Lowers headings by one level, because the page around the offer has the heading of level 1. */
const LEVEL_BELOW: Readonly<Record<string, string>> = { h1: 'h2', h2: 'h3' };

export function OfferSheet({ offer }: { offer: OfferDocument }) {
  return drawn(offerView(offer), 0);
}

function drawn(node: OfferNode, key: number): ReactNode {
  if (typeof node === 'string') return node;
  const { tag, style, attributes, children } = node;
  return createElement(LEVEL_BELOW[tag] ?? tag, { key, style, ...attributes }, ...children.map(drawn));
}
