/**
 * The view of an offer as a tree of elements. Main writes it as HTML for print and mail; the window draws it as the preview. Styles are on the
 * elements, because mail programs drop style sheets. The tree has no scripts, no links, and no addresses but those of pictures.
 */
import type { OfferDocument, OfferPlace } from '../model/offer.ts';
import { isolatedParts } from '../text/isolated-text.ts';

/** Styles by their names in the DOM, such as `fontSize`. */
export type OfferStyle = Readonly<Record<string, string>>;
export interface OfferElement {
  readonly tag: 'div' | 'h1' | 'h2' | 'p' | 'table' | 'tbody' | 'tr' | 'td' | 'th' | 'img' | 'bdi';
  readonly style: OfferStyle;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly OfferNode[];
}
export type OfferNode = string | OfferElement;

const INK = '#1f2933';
const DIM = '#52606d';
const LINE = '#d9e2ec';
const FONT = "'Helvetica Neue', Helvetica, Arial, 'Noto Sans', 'Noto Sans Arabic', 'Noto Sans Hebrew', sans-serif";
const TEXT = { fontFamily: FONT, fontSize: '14px', lineHeight: '1.5', color: INK };

const element = (
  tag: OfferElement['tag'],
  style: OfferStyle,
  children: readonly OfferNode[],
  attributes: OfferElement['attributes'] = {},
): OfferElement => ({ tag, style, children, attributes });

/** The attributes by which the first strong character of a text decides its direction. */
const AUTO = { dir: 'auto' };

/** The nodes of a sentence, with each isolated text in an element of its own. */
const sentence = (text: string): OfferNode[] =>
  isolatedParts(text).map(({ text: piece, isIsolated }) => (isIsolated ? element('bdi', {}, [piece]) : piece));

export function offerView(offer: OfferDocument): OfferElement {
  const { logo, next, sender } = offer;
  const frame = {
    maxWidth: '680px',
    margin: '0 auto',
    padding: '24px',
    boxSizing: 'border-box',
    overflowWrap: 'anywhere',
  };
  return element(
    'div',
    { ...frame, ...TEXT, background: '#ffffff' },
    [
      ...(logo === null ? [] : [picture(logo, { maxHeight: '56px', maxWidth: '220px', marginBottom: '12px' })]),
      element('h1', { fontSize: '24px', lineHeight: '1.25', margin: '0 0 14px', fontWeight: '650' }, [offer.title]),
      element('p', { margin: '0 0 10px' }, sentence(offer.greeting)),
      element('p', { margin: '0 0 18px', whiteSpace: 'pre-line' }, [offer.intro], AUTO),
      ...offer.places.map((place) => placeView(place, offer.places.length > 1)),
      ...(next === null ? [] : nextView(next)),
      element(
        'p',
        { margin: '20px 0 0', whiteSpace: 'pre-line', breakInside: 'avoid', breakBefore: 'avoid' },
        [offer.closing],
        AUTO,
      ),
      ...(sender === null
        ? []
        : [element('p', { margin: '2px 0 0', fontWeight: '650', breakBefore: 'avoid' }, [sender], AUTO)]),
    ],
    { lang: offer.language, dir: 'ltr' },
  );
}

const nextView = ({ label, text }: NonNullable<OfferDocument['next']>): OfferElement[] => [
  element('h2', { fontSize: '16px', lineHeight: '1.3', margin: '18px 0 4px', fontWeight: '650', breakAfter: 'avoid' }, [
    label,
  ]),
  element('p', { margin: '0', whiteSpace: 'pre-line' }, [text], AUTO),
];

/** The view of one quote. With `isBrief`, a picture stands beside the facts on a wide page, so that two quotes fit on a sheet of paper. */
function placeView(place: OfferPlace, isBrief: boolean): OfferElement {
  const { title, about, picture: src, facts, lines, total, note, validUntil } = place;
  const isBold = { fontWeight: '650', fontSize: '16px', borderTop: `2px solid ${LINE}`, paddingTop: '7px' };
  const heading = { fontSize: '18px', lineHeight: '1.3', margin: '0', fontWeight: '650', textAlign: 'left' };
  const size = isBrief ? { height: '150px', flex: '1 1 180px', minWidth: '0' } : { height: '240px', width: '100%' };
  return element(
    'div',
    { border: `1px solid ${LINE}`, borderRadius: '10px', margin: '0 0 16px', padding: '16px', breakInside: 'avoid' },
    [
      element('div', isBrief ? { display: 'flex', flexWrap: 'wrap', gap: '12px 18px' } : {}, [
        ...(src === null
          ? []
          : [
              picture(src, {
                ...size,
                maxWidth: '100%',
                objectFit: 'cover',
                borderRadius: '6px',
                marginBottom: isBrief ? '0' : '12px',
              }),
            ]),
        element('div', isBrief ? { flex: '2 1 340px', minWidth: '0' } : {}, [
          element('h2', heading, [title], AUTO),
          ...(about === null ? [] : [element('p', { margin: '2px 0 0', color: DIM }, [about], AUTO)]),
          table([...facts.map(({ label, text }) => row(label, text, { textAlign: 'start', width: '72%' }, {}))]),
          ...(note === null ? [] : [element('p', { margin: '8px 0 0', whiteSpace: 'pre-line' }, [note], AUTO)]),
        ]),
      ]),
      table([
        ...lines.map(({ label, text }) => row(label, text, AMOUNT, {})),
        ...(total === null ? [] : [row(total.label, total.text, AMOUNT, isBold)]),
      ]),
      ...(validUntil === null
        ? []
        : [element('p', { margin: '10px 0 0', color: DIM, fontSize: '13px' }, [validUntil])]),
    ],
  );
}

const AMOUNT = { textAlign: 'end', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' };

const table = (rows: readonly OfferElement[]): OfferElement =>
  element(
    'table',
    // In a mail without a doctype, a table does not inherit the size and colour of text.
    { ...TEXT, width: '100%', borderCollapse: 'collapse', marginTop: '10px', tableLayout: 'auto' },
    [element('tbody', {}, rows)],
  );

const row = (label: string, text: string, valueStyle: OfferStyle, both: OfferStyle): OfferElement =>
  element('tr', {}, [
    element(
      'th',
      {
        textAlign: 'start',
        fontWeight: '400',
        color: DIM,
        padding: '3px 12px 3px 0',
        verticalAlign: 'top',
        overflowWrap: 'break-word',
        ...both,
      },
      [element('bdi', {}, [label])],
      { scope: 'row' },
    ),
    element('td', { padding: '3px 0', verticalAlign: 'top', overflowWrap: 'anywhere', ...valueStyle, ...both }, [
      element('bdi', {}, [text]),
    ]),
  ]);

const picture = (src: string, style: OfferStyle): OfferElement =>
  element('img', { display: 'block', ...style }, [], { src, alt: '' });
