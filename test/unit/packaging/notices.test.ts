/** Every bundled package has its notice; a licence that nobody accepted, or a missing text, ends the build. */
import { describe, expect, it } from 'vitest';
import { type BundledLicense, mergeLicenses } from '../../../scripts/lib/notices.mjs';

const mit = (name: string, more: Partial<BundledLicense> = {}): BundledLicense => ({
  name,
  version: '1.0.0',
  identifier: 'MIT',
  text: `MIT License, Copyright (c) ${name}`,
  ...more,
});

describe('the notices', () => {
  it('have one entry for each version of a package, in the order of names, and the icons that no bundler sees', () => {
    const lists = [[mit('zod'), mit('ajv')], [], [mit('zod'), mit('zod', { version: '2.0.0' })]];
    const named = mergeLicenses(lists).map(({ name, version }) => `${name} ${version}`);
    expect(named).toEqual([expect.stringMatching(/^@iconify-json\/tabler \d/), 'ajv 1.0.0', 'zod 1.0.0', 'zod 2.0.0']);
  });

  it('give a package without a file the terms of its licence and its copyright', () => {
    const { text: _text, ...silent } = mit('react-remove-scroll-bar');
    const notice = mergeLicenses([[silent]]).find(({ name }) => name === silent.name);
    expect(notice?.text).toMatch(
      /^MIT License\n\nCopyright \(c\) Anton Korzunov\n\nPermission is hereby granted[\s\S]+SOFTWARE\.$/,
    );
  });

  it.each<[what: string, entry: BundledLicense, reason: string]>([
    ['another licence', mit('gpl', { identifier: 'GPL-3.0-only' }), 'gpl is under the licence GPL-3.0-only'],
    ['no licence', { name: 'none', version: '1.0.0', text: 'Text' }, 'none is under the licence undefined'],
    ['no text', { name: 'silent', version: '1.0.0', identifier: 'MIT' }, 'silent has no text of its licence'],
  ])('do not exist for a package with %s', (_what, entry, reason) => {
    expect(() => mergeLicenses([[entry]])).toThrow(reason);
  });
});
