/** The Listings page. */
import { PageHeader } from '../../ui/page-header.tsx';

export function ListingsPage() {
  return <PageHeader title="Listings" />;
}
