/** The Cases page: the list of cases, one case, its support bundle, or an opened bundle. */
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { OpenedBundle } from '../../../shared/model/bundle.ts';
import { BundlePage } from './bundle-page.tsx';
import { CaseDetail } from './case-detail.tsx';
import { CaseList } from './case-list.tsx';
import { OpenedBundleView } from './opened-bundle.tsx';

export function CasesPage() {
  const { id, bundle } = useSearch({ from: '/cases' });
  const [opened, setOpened] = useState<OpenedBundle | null>(null);
  if (id !== undefined && bundle !== undefined) return <BundlePage key={id} id={id} />;
  if (id !== undefined) return <CaseDetail key={id} id={id} />;
  if (opened) return <OpenedBundleView bundle={opened} onClose={() => setOpened(null)} />;
  return <CaseList onOpened={setOpened} />;
}
