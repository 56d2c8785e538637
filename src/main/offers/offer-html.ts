/** Writes an offer as HTML: a page for print and a fragment for mail. Every text is escaped. */
import type { OfferDocument } from '../../shared/model/offer.ts';
import { type OfferNode, offerView } from '../../shared/quote/offer-view.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export function htmlOf(node: OfferNode): string {
  if (typeof node === 'string') return escaped(node);
  const { tag, style, attributes, children } = node;
  const css = Object.entries(style)
    .map(([name, value]) => `${kebab(name)}:${value}`)
    .join(';');
  const all = css === '' ? attributes : { ...attributes, style: css };
  const written = Object.entries(all).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const start = `<${tag}${written.join('')}>`;
  return tag === 'img' ? start : `${start}${children.map(htmlOf).join('')}</${tag}>`;
}

export const mailHtml = (offer: OfferDocument): string => htmlOf(offerView(offer));

/** Makes the whole page of an offer, with margins for paper. */
export const printHtml = (offer: OfferDocument): string =>
  `<!doctype html><html lang="${offer.language}"><head><meta charset="utf-8"><title>${escaped(offer.subject)}</title>` +
  '<style>@page{size:A4;margin:14mm}body{margin:0;zoom:.9}body>div{padding:0!important;max-width:none!important}</style>' +
  `</head><body>${htmlOf(offerView(offer))}</body></html>`;
