/** The Sandbox page. */
import { PageHeader } from '../../ui/page-header.tsx';

export function SandboxPage() {
  return <PageHeader title="Sandbox" />;
}
