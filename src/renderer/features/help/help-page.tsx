/** The help: first steps, words, keys, messages and what is new, for the audience. All of it is part of the app, so it works offline. */
import { Card } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import document from '../../actions/document/document.module.css';
import { DocumentView, headingId } from '../../actions/document/document-view.tsx';
import { documentOf, newsOf, TOPICS } from '../../actions/help/help.ts';
import { messagesFor } from '../../actions/help/messages.ts';
import { useAnswer } from '../../ipc/client.ts';
import { useAudience } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import type { HelpTopic } from '../../navigation/search.ts';
import { useSectionShown } from '../../navigation/use-section-shown.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ShortcutList } from '../../ui/shortcut-list.tsx';
import styles from './help.module.css';

export function HelpPage() {
  const { topic = 'start', part } = useSearch({ from: '/help' });
  useSectionShown(part ? headingId(part) : null);
  return (
    <>
      <PageHeader title="Help" description="Ctrl K finds every paragraph of it. It works without a network." />
      <Topics current={topic} />
      <Card className={document.page ?? ''} component="section" aria-label={TOPICS[topic]}>
        <Topic topic={topic} />
      </Card>
    </>
  );
}

function Topics({ current }: { current: HelpTopic }) {
  const isSupport = useAudience() === 'support';
  return (
    <nav aria-label="Topics" className={styles.topics}>
      {(Object.keys(TOPICS) as HelpTopic[]).map((topic) => (
        <Link
          key={topic}
          to="/help"
          search={{ topic }}
          activeProps={{}}
          className={styles.topic ?? ''}
          {...(topic === current ? { 'aria-current': 'page' as const } : {})}
        >
          {TOPICS[topic]}
        </Link>
      ))}
      {isSupport ? (
        <>
          <PageLink to="/doctor" search={{ tab: 'causes' }} className={styles.topic ?? ''}>
            Causes of failures
          </PageLink>
          <PageLink to="/service" className={styles.topic ?? ''}>
            The service
          </PageLink>
        </>
      ) : null}
      <PageLink to="/settings" search={{ section: 'about' }} className={styles.topic ?? ''}>
        Report a problem
      </PageLink>
    </nav>
  );
}

function Topic({ topic }: { topic: HelpTopic }) {
  const audience = useAudience();
  const { platform, version } = useAnswer('app', 'info', null);
  switch (topic) {
    case 'start':
    case 'words':
      return <Document topic={topic} />;
    case 'keys':
      return <ShortcutList platform={platform} withSupport={audience === 'support'} />;
    case 'messages':
      return <Messages />;
    case 'new': {
      const news = newsOf(version, audience);
      return (
        <>
          <p>This is version {version}.</p>
          {news.length === 0 ? <p>Nothing is written about this version.</p> : <DocumentView blocks={news} />}
        </>
      );
    }
  }
}

function Document({ topic }: { topic: 'start' | 'words' }) {
  const blocks = documentOf(topic, useAudience());
  return (
    <>
      <nav aria-label="Contents" className={document.chapters}>
        {blocks.map((block) =>
          block.kind === 'heading' ? (
            <PageLink key={block.id} to="/help" search={{ topic, part: block.id }}>
              {block.title}
            </PageLink>
          ) : null,
        )}
      </nav>
      <DocumentView blocks={blocks} />
    </>
  );
}

/** All messages of the app, with example values. */
function Messages() {
  const audience = useAudience();
  return (
    <>
      <p>Names, numbers and times in these sentences are examples.</p>
      <dl className={styles.messages}>
        {messagesFor(audience).map(({ code, sentence, action }) => (
          <div key={code}>
            <dt id={headingId(code)} tabIndex={-1}>
              {sentence} {audience === 'support' ? <span className={`${styles.code} lk-mono`}>{code}</span> : null}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
