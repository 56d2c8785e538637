/** The drawer of an exchange without the list and the timeline of its page, of which it needs nothing. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ExchangeDrawer } from '../../../../src/renderer/features/traffic/drawer/exchange-drawer.tsx';
import { useExport } from '../../../../src/renderer/features/traffic/use-export.tsx';

export function DrawerAlone() {
  const { id = null } = useSearch({ from: '/traffic' });
  const navigate = useNavigate({ from: '/traffic' });
  const open = (opened?: string) => void navigate({ search: { id: opened } });
  const onClose = () => open();
  return (
    <ExchangeDrawer
      {...{ id, onClose, exporting: useExport() }}
      onOpen={open}
      onCompare={() => {}}
      onCompose={() => {}}
    />
  );
}
