/** The Cases page: the list of cases, one case, its support bundle, or an opened bundle. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { OpenedBundle } from '../../../shared/model/bundle.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { useAsk } from '../../ipc/client.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { BundlePage } from './bundle-page.tsx';
import { CaseDetail } from './case-detail.tsx';
import { CaseList } from './case-list.tsx';
import { OpenedBundleView } from './opened-bundle.tsx';

export function CasesPage() {
  const { id, bundle, given } = useSearch({ from: '/cases' });
  const [opened, setOpened] = useState<OpenedBundle | null>(null);
  if (id !== undefined && bundle !== undefined) return <BundlePage key={id} id={id} />;
  if (id !== undefined) return <CaseDetail key={id} id={id} />;
  if (given !== undefined) return <GivenBundle key={given} id={given} />;
  if (opened) return <OpenedBundleView bundle={opened} onClose={() => setOpened(null)} />;
  return <CaseList onOpened={setOpened} />;
}

/** The support bundle that a person opened in the system's file manager. */
function GivenBundle({ id }: { id: string }) {
  const navigate = useNavigate();
  const close = () => void navigate({ to: '/cases', search: {} });
  const bundle = useAsk('cases', 'openGiven', { id }, { gcTime: 0 });
  if (bundle.data) return <OpenedBundleView bundle={bundle.data} onClose={close} />;
  return (
    <>
      <PageHeader title="Support bundle" />
      {bundle.error ? <ErrorNotice error={bundle.error} /> : <p role="status">Opening the file…</p>}
      <PageLink to="/cases" search={{}} size="sm">
        All cases
      </PageLink>
    </>
  );
}
