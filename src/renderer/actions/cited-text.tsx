/** A text with its citations of docs/service.md as links: “service.md §8.3 (COUPON_*), §7.5” leads to two sections of the page about the service. */
import { PageLink } from '../navigation/page-link.tsx';

/** A link to one section: “§8.3”. */
export function SectionLink({ number }: { number: string }) {
  return (
    <PageLink to="/service" search={{ section: number }} inherit underline="always">
      §{number}
    </PageLink>
  );
}

/** Matches sections of other documents, which do not become links. */
const OTHER = /\bRFC \d+,? §[\d.]*\d/.source;
const SECTION = /§\d+(?:\.\d+)?/.source;

export function CitedText({ text }: { text: string }) {
  if (!text.includes('service.md')) return text;
  const parts = text.replaceAll('service.md ', 'the service, ').split(new RegExp(`(${OTHER}|${SECTION})`));
  return parts.map((part, at) => (part.startsWith('§') ? <SectionLink key={at} number={part.slice(1)} /> : part));
}

/** Draws a text with its citations as links; the form that `DiagnosisView` takes. */
export const citedText = (text: string) => <CitedText text={text} />;
