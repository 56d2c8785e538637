/** Cases: every diagnosis that was made here, with notes and a state. */
import { useSearch } from '@tanstack/react-router';
import { CaseDetail } from './case-detail.tsx';
import { CaseList } from './case-list.tsx';

export function CasesPage() {
  const { id } = useSearch({ from: '/cases' });
  return id === undefined ? <CaseList /> : <CaseDetail key={id} id={id} />;
}
