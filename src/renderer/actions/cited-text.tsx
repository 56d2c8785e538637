/** Draws the sections of docs/service.md that a text cites as links; “service.md §8.3 (COUPON_*), §7.5” gets two links. */

import type { CauseId } from '../../shared/model/diagnosis.ts';
import { PageLink } from '../navigation/page-link.tsx';

/** A link to a section of the page about the service, by the section's `number`, such as “8.3”. */
export function SectionLink({ number }: { number: string }) {
  return (
    <PageLink to="/service" search={{ section: number }} inherit underline="always">
      §{number}
    </PageLink>
  );
}

/** Matches a section of an RFC, which does not become a link. */
const OTHER = /\bRFC \d+,? §[\d.]*\d/.source;
const SECTION = /§\d+(?:\.\d+)?/.source;

export function CitedText({ text }: { text: string }) {
  if (!text.includes('service.md')) return text;
  const parts = text.replaceAll('service.md ', 'the service, ').split(new RegExp(`(${OTHER}|${SECTION})`));
  return parts.map((part, at) => (part.startsWith('§') ? <SectionLink key={at} number={part.slice(1)} /> : part));
}

export const citedText = (text: string) => <CitedText text={text} />;

/** Returns a link from a verdict to its entry in the catalogue of causes; null for an outcome that is no cause. */
export const causeLink = (cause: CauseId) =>
  cause === 'nothingWrong' || cause === 'notEnough' ? null : (
    <PageLink to="/doctor" search={{ tab: 'causes', cause }} inherit underline="always">
      About this cause
    </PageLink>
  );
