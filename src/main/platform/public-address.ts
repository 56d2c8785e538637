/** Distinguishes addresses of the public Internet from special ones. Sources: the special-purpose address registries of IANA for IPv4 and IPv6. */
import { BlockList, isIP } from 'node:net';

/** The IPv4 networks that are not globally reachable unicast: this host, private, shared, link-local, documentation, multicast, reserved. */
const SPECIAL_IPV4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Special networks within global unicast: protocol assignments, documentation, 6to4. Some carry an IPv4 address (6to4, Teredo). */
const SPECIAL_IPV6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/** The NAT64 prefix (RFC 6052), under which networks without IPv4 reach public IPv4 addresses: the last 32 bits are the IPv4 address. */
const NAT64 = '64:ff9b::';

const unicastIpv6 = new BlockList();
unicastIpv6.addSubnet('2000::', 3, 'ipv6');
unicastIpv6.addSubnet(NAT64, 96, 'ipv6');

const special = new BlockList();
for (const [network, prefix] of SPECIAL_IPV4) {
  special.addSubnet(network, prefix, 'ipv4');
  special.addSubnet(`${NAT64}${network}`, 96 + prefix, 'ipv6');
}
for (const [network, prefix] of SPECIAL_IPV6) special.addSubnet(network, prefix, 'ipv6');

/** Whether the text is a public IP address. False for addresses with a zone (`fe80::1%eth0`), and for IPv4 in IPv6 notation other than NAT64. */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false;
  const version = isIP(address);
  if (version === 4) return !special.check(address, 'ipv4');
  return version === 6 && unicastIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
