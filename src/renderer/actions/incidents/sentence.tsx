/** A sentence of the incident timeline. Its instants are links to the exchanges that this console has. */
import type { SentencePart } from '../../../shared/model/incident.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatInstant } from '../../text/format.ts';

export function Sentence({ parts, now, isLinked }: { parts: readonly SentencePart[]; now: number; isLinked: boolean }) {
  return (
    <p>
      {parts.map((part, index) => {
        // The parts of a sentence never change their order, so the index can be the key.
        const key = `${index}`;
        if (part.kind === 'text') return <span key={key}>{part.text}</span>;
        const isToday = formatInstant(part.at, { style: 'day' }) === formatInstant(now, { style: 'day' });
        const text = isToday ? formatInstant(part.at, { style: 'time' }) : formatInstant(part.at, { now });
        const time = <time dateTime={new Date(part.at).toISOString()}>{text}</time>;
        return part.exchangeId === null || !isLinked ? (
          <span key={key} className="lk-num">
            {time}
          </span>
        ) : (
          <PageLink key={key} to="/traffic" search={{ id: part.exchangeId }} className="lk-num" underline="always">
            {time}
          </PageLink>
        );
      })}
    </p>
  );
}
