/** The page about the service: docs/service.md as it was when the app was built. The Doctor's causes link to its sections. */
import { Card } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import markdown from '../../../../docs/service.md?raw';
import styles from '../../actions/document/document.module.css';
import { DocumentView, headingId } from '../../actions/document/document-view.tsx';
import { readDocument } from '../../actions/document/read-document.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { useSectionShown } from '../../navigation/use-section-shown.ts';
import { PageHeader } from '../../ui/page-header.tsx';

const BLOCKS = readDocument(markdown);
const CHAPTERS = BLOCKS.flatMap((block) =>
  block.kind === 'heading' && block.level === 2 && block.number !== null ? [{ ...block, number: block.number }] : [],
);

export function ServicePage() {
  const { section } = useSearch({ from: '/service' });
  useSectionShown(section ? headingId(section) : null);
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
        <DocumentView blocks={BLOCKS} />
      </Card>
    </>
  );
}
