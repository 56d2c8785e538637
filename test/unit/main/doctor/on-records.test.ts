import { describe, expect, it } from 'vitest';
import { Doctor } from '../../../../src/main/doctor/doctor.ts';
import { Recorder } from '../../../../src/main/http/recorder.ts';
import { confidenceWord } from '../../../../src/shared/doctor/confidence.ts';
import type { CauseId, Verdict } from '../../../../src/shared/model/diagnosis.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { MemoryJournal } from '../../../support/memory-journal.ts';
import { SequenceRandom } from '../../../support/sequence-random.ts';
import { aConnection, aStatus } from './facts-of.ts';

/** Records exchanges as the wire does, redacted, and returns the Doctor's verdicts on them. */
function onRecords() {
  const clock = new ManualClock();
  const journal = new MemoryJournal();
  const random = new SequenceRandom();
  const answers: Response[] = [];
  const fetch = async () => answers.shift() ?? new Response('{}');
  const { wire } = new Recorder({ fetch, clock, journal, random });
  const doctor = new Doctor({
    journal,
    tokens: { status: () => aStatus({ issuedAt: clock.now() - 3_600_000, expiresAt: clock.now() + 82_800_000 }) },
    vault: { connection: () => aConnection() },
  });
  const send = async (operation: string, path: string, headers: Record<string, string>, answer: Response) => {
    answers.push(answer);
    await wire(new Request(`https://booking.example.test${path}`, { headers }), {
      connectionId: 'one',
      credentialId: 'key',
      api: 'booking',
      operation,
      chainId: random.id(),
      attempt: 1,
      queuedAt: clock.now(),
      tokenGeneration: 3,
    });
    await clock.advance(1_000);
  };
  const statuses = async () => {
    const verdicts = (await doctor.failures(REFUSALS)).groups[0]?.diagnosis.verdicts ?? [];
    const statusOf = ({ confidence }: Verdict, index: number) =>
      confidenceWord(confidence) === 'ruled out'
        ? 'ruledOut'
        : index === 0 && confidence >= 0.4
          ? 'likely'
          : 'possible';
    return Object.fromEntries(verdicts.map((verdict, index) => [verdict.cause, statusOf(verdict, index)])) as Partial<
      Record<CauseId, string>
    >;
  };
  return { send, statuses, doctor };
}

const bearer = { authorization: 'Bearer planted-token-0123456789' };
const forbidden = () =>
  Response.json(
    { error: { code: 'FORBIDDEN', message: 'planted-token-0123456789 may not', data: { requestId: 'r-1' } } },
    { status: 403 },
  );

const REFUSALS = { connectionId: 'one', before: null, only: 'refusals' } as const;

describe('Doctor on records of the wire', () => {
  it('sees the Bearer prefix through the redaction', async () => {
    const { send, statuses } = onRecords();
    await send('search', '/api/v1/search', bearer, forbidden());
    expect((await statuses()).bearerMissing).toBe('ruledOut');
  });

  it.each([{}, { authorization: 'planted-token-0123456789' }, { authorization: 'bearer' }])(
    'sees that the prefix is missing: %j',
    async (headers) => {
      const { send, statuses } = onRecords();
      await send('search', '/api/v1/search', headers as Record<string, string>, forbidden());
      expect((await statuses()).bearerMissing).toBe('likely');
    },
  );

  it('rules out every cause but permission when the same token works for another operation', async () => {
    const { send, statuses } = onRecords();
    await send('search', '/api/v1/search', bearer, forbidden());
    await send('calendar', '/api/listings/1/calendar', bearer, Response.json([]));
    expect(await statuses()).toEqual({
      bearerMissing: 'ruledOut',
      headerMalformed: 'ruledOut',
      tokenExpired: 'ruledOut',
      tokenUnknown: 'ruledOut',
      wrongApi: 'ruledOut',
      wrongEnvironment: 'ruledOut',
      noPermission: 'likely',
    });
  });

  it('never quotes an Authorization value', async () => {
    const { send, doctor } = onRecords();
    await send('search', '/api/v1/search', bearer, forbidden());
    const [refusal] = (await doctor.failures(REFUSALS)).groups;
    expect(refusal?.requestId).toBe('r-1');
    expect(JSON.stringify(refusal?.diagnosis)).not.toContain('planted-token');
  });
});
