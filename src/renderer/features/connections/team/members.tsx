/** The desktops of a team, and how much of today's tokens and of the last hour's requests each used. */
import { Text, Title } from '@mantine/core';
import type { TeamMember } from '../../../../shared/model/team.ts';
import { formatDuration } from '../../../../shared/time/format-duration.ts';
import { formatCount, formatNumber } from '../../../text/format.ts';
import { Tag } from '../../../ui/tag.tsx';
import styles from './team.module.css';

export function Members({ members, tokens }: { members: readonly TeamMember[]; tokens: number }) {
  const sum = (of: (member: TeamMember) => number) => members.reduce((total, member) => total + of(member), 0);
  const others = tokens - sum((member) => member.tokens);
  const present = members.filter(({ isPresent }) => isPresent);
  const queued = present.reduce((total, member) => total + member.queued, 0);
  return (
    <section aria-labelledby="team-members">
      <Title order={3} id="team-members" mb="xs">
        Who is here
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {formatCount(present.length, 'desktop')} present; {formatCount(tokens, 'token')} requested within 24 hours
        {others > 0 ? ` (${formatNumber(others)} not in the list)` : null};{' '}
        {queued === 0 ? 'no request waits.' : `${formatCount(queued, 'request waits', 'requests wait')}.`} Programs
        count to the person who lets them in.
      </Text>
      {members.length === 0 ? (
        <Text size="sm">Nobody yet.</Text>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.members} aria-labelledby="team-members">
            <thead>
              <tr>
                <th scope="col">Person</th>
                <th scope="col">Tokens in 24 h</th>
                <th scope="col">Requests in 1 h</th>
                <th scope="col">Share of the rate</th>
                <th scope="col">Waiting</th>
              </tr>
            </thead>
            <tbody>
              {members.map((member) => (
                <Row key={member.id} member={member} ofAll={sum(({ requests }) => requests)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Row({ member, ofAll }: { member: TeamMember; ofAll: number }) {
  const { person, isOwn, isPresent, seenAgoMs, tokens, requests, queued } = member;
  return (
    <tr>
      <th scope="row">
        <span className={styles.person}>{person}</span>
        {isOwn ? <Tag tone="good">This computer</Tag> : null}
        {isPresent ? null : <span className={styles.away}>away for {formatDuration(seenAgoMs)}</span>}
      </th>
      <td>{formatNumber(tokens)}</td>
      <td>{formatNumber(requests)}</td>
      <td>{ofAll === 0 ? '0%' : `${Math.round((100 * requests) / ofAll)}%`}</td>
      <td>{formatNumber(isPresent ? queued : 0)}</td>
    </tr>
  );
}
