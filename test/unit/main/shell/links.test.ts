import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { linkQuestion, openLink, vetLink } from '../../../../src/main/shell/links.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { anyWebUrl } from '../../../support/any-web-url.ts';

describe('vetLink', () => {
  it('opens plain https addresses', () => {
    expect(vetLink('https://docs.example.com/a?b=c#d')?.href).toBe('https://docs.example.com/a?b=c#d');
  });

  it.each([
    'http://docs.example.com/',
    'https://user:pass@docs.example.com/',
    'https://docs.example.com@evil.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'app://bundle/',
    'smb://host/share',
    'ms-msdt:/id',
    'mailto:a@example.com',
    `https://${'a'.repeat(254)}.example/`,
    'https://',
    '/relative',
    '',
  ])('does not open %j', (text) => {
    expect(vetLink(text)).toBeNull();
  });
});

describe('openLink', () => {
  const ports = (confirmed: boolean) => ({ ask: vi.fn(async () => confirmed), open: vi.fn(async () => {}) });

  it('asks with the host and the address, and opens only what the person confirms', async () => {
    for (const confirmed of [true, false]) {
      const { ask, open } = ports(confirmed);
      expect(await openLink('https://elsewhere.example:8443/?data=1', { ask, open })).toBe(true);
      expect(ask).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({
          message: 'Open a page of elsewhere.example:8443 in your browser?',
          detail: 'https://elsewhere.example:8443/?data=1',
        }),
      );
      expect(open.mock.calls).toEqual(confirmed ? [['https://elsewhere.example:8443/?data=1']] : []);
    }
  });

  it('asks nothing about an address that must not be opened', async () => {
    const { ask, open } = ports(true);
    expect(await openLink('file:///etc/passwd', { ask, open })).toBe(false);
    expect(ask).not.toHaveBeenCalled();
    expect(open).not.toHaveBeenCalled();
  });

  it('shows letters outside ASCII encoded, and says so', () => {
    const question = linkQuestion(new URL('https://аррӏе.example/'));
    expect(question.message).toContain('xn--80ak6aa92e.example');
    expect(question.detail).toMatch(/letters that can imitate others/);
  });

  it('shows the beginning of a long address', () => {
    const { message, detail } = linkQuestion(new URL(`https://x.example/${'a'.repeat(4_000)}`));
    expect(message).toContain('x.example');
    expect(detail.length).toBeLessThan(400);
  });

  it('never opens another address than the one it shows, nor shows anything but ASCII', async () => {
    const address = fc.oneof(
      anyWebUrl,
      fc.string(),
      fc.string({ unit: anyCharacter }).map((text) => `https://${text}`),
    );
    await fc.assert(
      fc.asyncProperty(address, async (text) => {
        const { ask, open } = ports(true);
        if (!(await openLink(text, { ask, open }))) return;
        const [[question]] = ask.mock.calls as unknown as [[ReturnType<typeof linkQuestion>]];
        const [[opened]] = open.mock.calls as unknown as [[string]];
        const url = new URL(opened);
        expect([url.protocol, url.username, url.password]).toEqual(['https:', '', '']);
        expect(question.message).toContain(` ${url.host} `);
        expect(opened.startsWith(question.detail.split(/…|\n/)[0] ?? '?')).toBe(true);
        expect(question.message).toMatch(/^[\x20-\x7e]*$/);
      }),
      { numRuns: 100 },
    );
  });
});
