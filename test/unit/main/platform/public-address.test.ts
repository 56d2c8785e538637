import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../../src/main/platform/public-address.ts';

describe('isPublicAddress', () => {
  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80b::200e',
    '64:ff9b::1.1.1.1',
  ])('is true for %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['this network', '0.0.0.0'],
    ['this network', '0.255.255.255'],
    ['private', '10.0.0.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['carrier-grade NAT', '100.127.255.255'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local', '169.254.169.254'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['protocol assignments', '192.0.0.170'],
    ['documentation', '192.0.2.1'],
    ['6to4 relay', '192.88.99.1'],
    ['private', '192.168.1.1'],
    ['benchmarks', '198.19.255.255'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4-mapped', '::ffff:127.0.0.1'],
    ['IPv4-mapped', '::ffff:a9fe:a9fe'],
    ['IPv4-mapped', '::ffff:1.1.1.1'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64 of loopback', '64:ff9b::127.0.0.1'],
    ['NAT64 of link-local', '64:ff9b::a9fe:a9fe'],
    ['local NAT64', '64:ff9b:1::1.1.1.1'],
    ['discard', '100::1'],
    ['Teredo', '2001::1'],
    ['ORCHID', '2001:20::1'],
    ['documentation', '2001:db8::1'],
    ['6to4 of loopback', '2002:7f00:1::'],
    ['documentation', '3fff::1'],
    ['segment routing', '5f00::1'],
    ['unique local', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['global with a zone', '2606:4700::1%1'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['no address', 'localhost'],
    ['no address', '127.1'],
    ['no address', ''],
  ])('is false for %s: %s', (_what, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('knows a private address in every notation of IPv6', () => {
    const inside = fc
      .constantFrom(
        [10, 8] as const,
        [127, 8] as const,
        [0xa9fe, 16] as const,
        [0xc0a8, 16] as const,
        [0xe, 4] as const,
      )
      .chain(([network, prefix]) => fc.nat(2 ** (32 - prefix) - 1).map((host) => network * 2 ** (32 - prefix) + host));
    fc.assert(
      fc.property(inside, fc.boolean(), fc.boolean(), (address, upper, expanded) => {
        const [a, b, c, d] = [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256);
        const words = [Math.floor(address / 65_536), address % 65_536].map((word) => word.toString(16)).join(':');
        const zeros = expanded ? '0:0:0:0:0' : ':';
        const nat64 = expanded ? '64:ff9b:0:0:0:0' : '64:ff9b:';
        for (const text of [
          `${a}.${b}.${c}.${d}`,
          `${zeros}:ffff:${words}`,
          `${zeros}:ffff:${a}.${b}.${c}.${d}`,
          `${nat64}:${words}`,
        ])
          expect(isPublicAddress(upper ? text.toUpperCase() : text), text).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('is false for all of IPv6 outside 2000::/3 and NAT64', () => {
    const word = fc.nat(0xffff).map((value) => value.toString(16));
    const first = fc.nat(0xffff).filter((value) => value >> 13 !== 1 && value !== 0x64);
    fc.assert(
      fc.property(first, fc.array(word, { minLength: 7, maxLength: 7 }), (head, rest) => {
        expect(isPublicAddress([head.toString(16), ...rest].join(':'))).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
