/** The Quotes page. */
import { PageHeader } from '../../ui/page-header.tsx';

export function QuotesPage() {
  return <PageHeader title="Quotes" />;
}
