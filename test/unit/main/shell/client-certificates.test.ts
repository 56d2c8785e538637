import { expect, it, vi } from 'vitest';
import type { Choice } from '../../../../src/main/platform/ports.ts';
import { ClientCertificates } from '../../../../src/main/shell/client-certificates.ts';

const certificate = (name: string) =>
  ({ fingerprint: `of ${name}`, subjectName: name, issuerName: 'Corp CA' }) as Electron.Certificate;
const [ADA, BOB] = [certificate('Ada'), certificate('Bob')];

it('asks once for a host, names each certificate, and gives the chosen one to that host alone', async () => {
  const choose = vi.fn(async ({ message }: Choice) => (message.startsWith('one.example') ? 1 : null));
  const certificates = new ClientCertificates(choose);
  const asked = ['one.example:443', 'one.example:443', 'https://two.example/', 'one.example:443'];
  const given = await Promise.all(asked.map((host) => certificates.certificateFor(host, [ADA, BOB])));
  expect(given).toEqual([BOB, BOB, null, BOB]);
  expect(choose).toHaveBeenCalledTimes(2);
  expect(choose.mock.calls[0]?.[0].options).toEqual(['Ada (from Corp CA)', 'Bob (from Corp CA)']);
  // Another certificate in the place of the chosen one is not sent.
  expect(await certificates.certificateFor('one.example:443', [ADA])).toBeNull();
});

it('asks again when the question was not shown, and when there was no certificate to offer', async () => {
  const answers = [undefined, 0];
  const certificates = new ClientCertificates(async () => answers.shift());
  expect(await certificates.certificateFor('one.example:443', [])).toBeNull();
  expect(await certificates.certificateFor('one.example:443', [ADA])).toBeNull();
  expect(await certificates.certificateFor('one.example:443', [ADA])).toBe(ADA);
});

it('asks nothing without a certificate, and says how many it does not offer', async () => {
  const choose = vi.fn(async (_choice: Choice) => null);
  const certificates = new ClientCertificates(choose);
  expect(await certificates.certificateFor('one.example:443', [])).toBeNull();
  expect(choose).not.toHaveBeenCalled();
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].map(certificate);
  await certificates.certificateFor('two.example:443', many);
  expect(choose.mock.calls[0]?.[0].options).toHaveLength(4);
  expect(choose.mock.calls[0]?.[0].detail).toContain('2 more certificates');
});
