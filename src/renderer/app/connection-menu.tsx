/** The menu of connections: switches to another one, opens a window, or leads to the page of connections. */
import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useOpenWindow } from '../actions/open-connection.tsx';
import { useConnection, useConnections, useSelectConnection } from '../ipc/current.ts';
import { ButtonMenu } from '../ui/button-popover.tsx';
import { IconAppWindow, IconCheck, IconPlus, IconSettings } from '../ui/icons.ts';
import type { PopoverPlace } from '../ui/use-popover-button.ts';
import { aboutConnection, ConnectionMark } from './connection-label.tsx';
import styles from './shell.module.css';

export function ConnectionMenu({ place }: { place: PopoverPlace }) {
  const { connections } = useConnections();
  const current = useConnection();
  const select = useSelectConnection();
  const openWindow = useOpenWindow();
  const navigate = useNavigate();
  return (
    <ButtonMenu
      place={place}
      position="right-start"
      width={290}
      shadow="md"
      withinPortal
      styles={{ itemLabel: { minWidth: 0 } }}
    >
      <Menu.Dropdown>
        <Menu.Label>Connections</Menu.Label>
        {connections.map((connection) => (
          <Menu.Item
            key={connection.id}
            leftSection={<ConnectionMark connection={connection} />}
            rightSection={connection.id === current.id ? <IconCheck size={16} aria-label="current" /> : null}
            onClick={() => {
              if (connection.id !== current.id) select.mutate({ id: connection.id });
            }}
          >
            <div className={styles.itemName} title={connection.name}>
              {connection.name}
            </div>
            <div className={styles.itemAbout}>{aboutConnection(connection)}</div>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconAppWindow size={16} aria-hidden />} onClick={() => openWindow(current.id)}>
          Open another window
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => void navigate({ to: '/connections', search: { new: '1' } })}
        >
          Add connection
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSettings size={16} aria-hidden />}
          onClick={() => void navigate({ to: '/connections', search: { id: current.id } })}
        >
          Manage connections
        </Menu.Item>
      </Menu.Dropdown>
    </ButtonMenu>
  );
}
