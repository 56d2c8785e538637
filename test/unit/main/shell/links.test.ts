import { describe, expect, it } from 'vitest';
import { vetLink } from '../../../../src/main/shell/links.ts';

describe('vetLink', () => {
  it('opens plain https addresses', () => {
    expect(vetLink('https://docs.example.com/a?b=c#d')).toBe('https://docs.example.com/a?b=c#d');
  });

  it.each([
    'http://docs.example.com/',
    'https://user:pass@docs.example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'app://bundle/',
    'smb://host/share',
    'mailto:a@example.com',
    'https://',
    '/relative',
    '',
  ])('does not open %j', (text) => {
    expect(vetLink(text)).toBeNull();
  });
});
