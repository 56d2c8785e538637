/** Builds the view of the company's network, and reads the proxy's password that an earlier run kept. */
import { CompanyNetwork, type CompanyNetworkDeps } from '../app/company-network.ts';
import type { PlatformKit } from '../platform/kit.ts';
import { NetworkWay } from '../platform/network-way.ts';

export function networkOf(kit: PlatformKit, { key, connections }: Pick<CompanyNetworkDeps, 'key' | 'connections'>) {
  const network = new CompanyNetwork({
    ...{ key, connections, document: kit.document('proxy-login'), log: kit.log },
    way: kit.way ?? new NetworkWay(),
    resolveProxy: kit.resolveProxy ?? (async () => 'DIRECT'),
  });
  void network.restore();
  return network;
}
