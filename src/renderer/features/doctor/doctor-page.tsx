/** The Doctor page. */
import { PageHeader } from '../../ui/page-header.tsx';

export function DoctorPage() {
  return <PageHeader title="Doctor" />;
}
