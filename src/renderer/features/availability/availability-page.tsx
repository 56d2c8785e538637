/** The Availability page. */
import { PageHeader } from '../../ui/page-header.tsx';

export function AvailabilityPage() {
  return <PageHeader title="Availability" />;
}
