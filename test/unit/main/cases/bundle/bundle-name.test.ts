import { expect, it } from 'vitest';
import { bundleName } from '../../../../../src/main/cases/bundle/bundle-name.ts';

it('names the file by the title of the case', () => {
  expect(bundleName('Create quote: 403', [])).toBe('create-quote-403-bundle.lksupport');
});

it('is no way out for what was marked in the preview', () => {
  expect(bundleName('GET /v1/owners/ada-marsh: 404', ['ada-marsh'])).not.toMatch(/ada|marsh/);
});

it('is a name that file systems take', () => {
  const name = bundleName(`GET /${'long/'.repeat(60)}: 404`, []);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  expect(name).toMatch(/^[\w-]+\.lksupport$/);
});
