import { readFileSync } from 'node:fs';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CitedText } from '../../../../src/renderer/actions/cited-text.tsx';
import { readDocument } from '../../../../src/renderer/actions/document/read-document.ts';
import { ServicePage } from '../../../../src/renderer/features/service/service-page.tsx';
import { renderWithMain } from '../../../support/render.tsx';

const markdown = readFileSync('docs/service.md', 'utf8');
const numbersOf = (text: string) => [...text.matchAll(/^###? (\d+(?:\.\d+)?) /gm)].map(([, number]) => number);

describe('the page about the service', () => {
  it('has every section of the document, under its number', async () => {
    renderWithMain(<ServicePage />, { page: 'service' });
    await screen.findByRole('heading', { level: 1, name: 'The service' });
    const drawn = screen.getAllByRole('heading').flatMap(({ id }) => (id.startsWith('s') ? id.slice(1) : []));
    expect(drawn.length).toBeGreaterThan(50);
    expect(drawn).toEqual(numbersOf(markdown));
  });

  it('leaves no sign of the markup: each table, code, mark and list is drawn', () => {
    const { container } = renderWithMain(<ServicePage />, { page: 'service' });
    for (const code of container.querySelectorAll('code')) code.remove();
    expect(container.textContent).not.toMatch(
      /\*\*|`|^\||\|\s*\||#{2}|\[(?:spec|documented|observed|inferred|unknown)\]/m,
    );
    expect(container.querySelectorAll('table')).toHaveLength(markdown.match(/^\| -+/gm)?.length ?? -1);
  });

  it('keeps the words of the document', () => {
    const { container } = renderWithMain(<ServicePage />, { page: 'service' });
    const plain = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
    const words = plain(markdown.replaceAll(/^\| -[-| ]+$/gm, ''))
      .split(' ')
      .slice(3);
    const drawn = plain([...container.querySelectorAll('[data-document] *')].map((one) => one.textContent).join(' '));
    const missing = words.filter((word) => !drawn.includes(word));
    expect(missing).toEqual([]);
  });

  it('opens at the section of the address and focuses its heading', async () => {
    renderWithMain(<ServicePage />, { page: 'service', search: { section: '8.3' } });
    await waitFor(() => expect(document.activeElement?.id).toBe('s8.3'));
    expect(document.activeElement?.textContent).toContain('Codes of the Booking Engine');
  });

  it('links its references to their sections, and those of standards not', () => {
    renderWithMain(<ServicePage />, { page: 'service' });
    expect(screen.getAllByRole('link', { name: '§7.9' })[0]?.getAttribute('href')).toBe('#/service?section=7.9');
    expect(screen.getByText(/RFC 6749 §4\.4/)).toBeDefined();
    expect(screen.queryByRole('link', { name: '§4.4' })).toBeNull();
  });
});

describe('readDocument', () => {
  it('refuses what it cannot draw', () => {
    expect(() => readDocument('# T\n\n<img src=x>\n')).toThrow('<img src=x>');
    expect(() => readDocument('# T\n\n#### 1.1.1 Too deep\n')).toThrow('#### 1.1.1');
    expect(() => readDocument('# T\n\n```sh\nrm\n```\n')).toThrow('```sh');
  });
});

describe('a cited text', () => {
  const linksOf = (text: string) => {
    const { container } = renderWithMain(<CitedText text={text} />, { page: 'doctor' });
    expect(container.textContent).toContain(text.replaceAll('service.md ', 'the service, '));
    return within(container)
      .queryAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
  };

  it('links each section of the page about the service', () => {
    expect(linksOf('service.md §8.3 (COUPON_*), §7.5')).toEqual([
      ['§8.3', '#/service?section=8.3'],
      ['§7.5', '#/service?section=7.5'],
    ]);
  });

  it('links no section of a standard, and none of a text that cites nothing', () => {
    expect(linksOf('service.md §3.9; RFC 6749 §5.2')).toEqual([['§3.9', '#/service?section=3.9']]);
    expect(linksOf('RFC 6750 §2.1')).toEqual([]);
    expect(linksOf('The customer wrote §5.1 of the contract.')).toEqual([]);
  });
});
