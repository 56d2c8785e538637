/** Draws a document of docs/ as it was when the app was built. No text of the file becomes HTML. */
import { Code } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { TextLink } from '../../navigation/page-link.tsx';
import { placeOf } from '../../navigation/places.ts';
import { SectionLink } from '../cited-text.tsx';
import styles from './document.module.css';
import { linkOf } from './document-links.ts';
import { PICTURES } from './pictures.ts';
import type { Block } from './read-document.ts';

/** The id of a heading in the page. */
export const headingId = (id: string): string => `s${id}`;

export const DocumentView = memo(function DocumentView({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className={styles.document} data-document>
      {blocks.map((block, at) => (
        <DrawnBlock key={at} block={block} heading={titleAbove(blocks, at)} />
      ))}
    </div>
  );
});

/** Returns the title of the heading under which a block stands; empty for none. */
function titleAbove(blocks: readonly Block[], at: number): string {
  const heading = blocks.slice(0, at).findLast(({ kind }) => kind === 'heading');
  return heading?.kind === 'heading' ? heading.title : '';
}

/** Draws a block. `heading`: the title of the heading under which the block stands; it becomes the name of a table. */
function DrawnBlock({ block, heading }: { block: Block; heading: string }) {
  switch (block.kind) {
    case 'heading': {
      const { level, id, number, title } = block;
      const Heading = level === 2 ? 'h2' : 'h3';
      return (
        <Heading id={headingId(id)} tabIndex={-1}>
          {number === null ? null : <span className={styles.number}>{number}</span>} {title}
        </Heading>
      );
    }
    case 'text':
      return (
        <p>
          <RichText text={block.text} />
        </p>
      );
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>
              <RichText text={item} />
            </li>
          ))}
        </ul>
      );
    case 'table':
      return <DrawnTable name={heading} head={block.head} rows={block.rows} />;
    case 'picture':
      return <img className={styles.picture} src={PICTURES[block.file]} alt={block.about} loading="lazy" />;
  }
}

function DrawnTable({ name, head, rows }: { name: string } & Pick<Block & { kind: 'table' }, 'head' | 'rows'>) {
  return (
    <table className={styles.table} aria-label={name || head.join(', ')}>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells.join('|')}>
            {cells.map((cell, column) => (
              <td key={head[column]}>
                <RichText text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MARKS: Readonly<Record<string, string>> = {
  spec: 'the interface specification',
  documented: 'public documentation',
  observed: 'public code and reports',
  inferred: 'follows from other facts',
  unknown: 'no source tells it',
};

const PARTS = /(\[[^\]]+\]\([^)]+\)|`[^`]+`|\*\*[^*]+\*\*|_[^_]+_|\[[a-z]+\]|RFC \d+ §[\d.]*\d|§\d+(?:\.\d+)?)/;

/**
 * Draws a line of a document: code, emphasis, marks of provenance, and links to documents, pages and sections. `linksPlaces`: false where a person
 * must not leave the page.
 */
export function RichText({ text, linksPlaces = true }: { text: string; linksPlaces?: boolean }) {
  return text.split(PARTS).map((part, at) => <span key={at}>{drawn(part, linksPlaces)}</span>);
}

function drawn(part: string, linksPlaces: boolean): ReactNode {
  const inner = part.slice(1, -1);
  if (part.startsWith('`')) return <Code>{inner}</Code>;
  if (part.startsWith('**')) return <Place name={part.slice(2, -2)} isLink={linksPlaces} />;
  if (/^_.+_$/.test(part)) return <em>{inner}</em>;
  if (part.startsWith('§')) return <SectionLink number={part.slice(1)} />;
  const [, label, target] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
  if (label !== undefined && target !== undefined) {
    const link = linksPlaces ? linkOf(target) : null;
    return link ? <TextLink link={{ ...link, text: label }} inherit underline="always" /> : label;
  }
  const meaning = part.startsWith('[') ? MARKS[inner] : undefined;
  if (meaning === undefined) return part;
  return (
    <span className={styles.mark} data-mark={inner} title={meaning}>
      {inner}
    </span>
  );
}

/** Draws a name in bold; it is a link if a page or a section has this name. */
function Place({ name, isLink }: { name: string; isLink: boolean }) {
  const link = isLink ? placeOf(name) : null;
  return <strong>{link ? <TextLink link={link} inherit underline="always" /> : name}</strong>;
}
