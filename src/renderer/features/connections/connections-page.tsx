/** The Connections page. */
import { PageHeader } from '../../ui/page-header.tsx';

export function ConnectionsPage() {
  return <PageHeader title="Connections" />;
}
