/** The page about the service: docs/service.md as it was when the app was built. The Doctor's causes link to its sections. */
import { Card, Code } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import markdown from '../../../../docs/service.md?raw';
import { SectionLink } from '../../actions/cited-text.tsx';
import { PageLink } from '../../navigation/page-link.tsx';
import { useSectionShown } from '../../navigation/use-section-shown.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { type Block, readDocument } from './read-document.ts';
import styles from './service.module.css';

const BLOCKS = readDocument(markdown);
const CHAPTERS = BLOCKS.flatMap((block) =>
  block.kind === 'heading' && block.level === 2 && block.number !== null ? [{ ...block, number: block.number }] : [],
);

const idOf = (number: string): string => `s${number}`;

export function ServicePage() {
  const { section } = useSearch({ from: '/service' });
  useSectionShown(section ? idOf(section) : null);
  return (
    <>
      <PageHeader
        title="The service"
        description="What Latchkey knows of the two APIs, and where each fact comes from."
      />
      <Card className={styles.page ?? ''}>
        <nav aria-label="Chapters" className={styles.chapters}>
          {CHAPTERS.map(({ number, title }) => (
            <PageLink key={number} to="/service" search={{ section: number }}>
              {number} {title}
            </PageLink>
          ))}
        </nav>
        <Document />
      </Card>
    </>
  );
}

const Document = memo(function Document() {
  return (
    <div className={styles.document} data-document>
      {BLOCKS.map((block, at) => (
        <DrawnBlock key={at} block={block} />
      ))}
    </div>
  );
});

function DrawnBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading': {
      const { level, number, title } = block;
      const Heading = level === 2 ? 'h2' : 'h3';
      return (
        <Heading id={number === null ? undefined : idOf(number)} tabIndex={-1}>
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
      return <DrawnTable head={block.head} rows={block.rows} />;
  }
}

function DrawnTable({ head, rows }: Pick<Block & { kind: 'table' }, 'head' | 'rows'>) {
  return (
    <table className={styles.table}>
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

const PARTS = /(`[^`]+`|\*\*[^*]+\*\*|_[^_]+_|\[[a-z]+\]|RFC \d+ §[\d.]*\d|§\d+(?:\.\d+)?)/;

/** Draws a line of docs/service.md: code, emphasis, marks of provenance, and links to other sections. No text of the file becomes HTML. */
function RichText({ text }: { text: string }) {
  return text.split(PARTS).map((part, at) => <span key={at}>{drawn(part)}</span>);
}

function drawn(part: string): ReactNode {
  const inner = part.slice(1, -1);
  if (part.startsWith('`')) return <Code>{inner}</Code>;
  if (part.startsWith('**')) return <strong>{part.slice(2, -2)}</strong>;
  if (/^_.+_$/.test(part)) return <em>{inner}</em>;
  if (part.startsWith('§')) return <SectionLink number={part.slice(1)} />;
  const meaning = part.startsWith('[') ? MARKS[inner] : undefined;
  if (meaning === undefined) return part;
  return (
    <span className={styles.mark} data-mark={inner} title={meaning}>
      {inner}
    </span>
  );
}
