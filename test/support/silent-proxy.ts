/** A TCP proxy on loopback whose connections can fall silent without an end, as behind a router that forgot them. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export async function startSilentProxy(port: number) {
  const sockets = new Set<Socket>();
  const pipes: (() => void)[] = [];
  let connections = 0;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    connections += 1;
    let isSilent = false;
    pipes.push(() => {
      isSilent = true;
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => isSilent || to.write(chunk));
      from.on('error', () => {});
      from.on('close', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    /** Nothing passes any more on the connections that are open. */
    silence() {
      for (const pipe of pipes.splice(0)) pipe();
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
