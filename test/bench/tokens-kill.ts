/**
 * Kills the built app (SIGKILL) in the middle of an issuance, 100 times (or the first argument), on one profile, against a token endpoint
 * over HTTPS that outlives the app and counts issuances. Prints one JSON line per step and figure; exits with 1 when the console counted
 * fewer issuances than the service, did not recover, or reissued a token in vain.
 */
import { SequenceRandom } from '../support/sequence-random.ts';
import { type Aftermath, KILL_STEPS, KillRig } from './support/kill-rig.ts';

const KILLS = Number(process.argv[2] ?? 100);
const MAX_DURATION_MS = 30 * 60_000;

const random = new SequenceRandom(Number(process.argv[3] ?? 1));
const rig = await KillRig.open(() => random.fraction());
const all: Aftermath[] = [];
const began = performance.now();
try {
  while (all.length < KILLS && performance.now() - began < MAX_DURATION_MS) {
    const step = KILL_STEPS[all.length % KILL_STEPS.length] ?? 'asked';
    all.push(...(await rig.kill([{ step, hadToken: Math.floor(all.length / KILL_STEPS.length) % 2 === 1 }])));
  }
} finally {
  await rig.close();
}

const figure = (scenario: string, metric: string, value: number, unit: string): void =>
  console.log(JSON.stringify({ bench: 'tokens-kill', subject: 'latchkey', scenario, metric, value, unit }));

for (const step of [...KILL_STEPS, null]) {
  const some = all.filter((one) => step === null || one.step === step);
  const count = (holds: (one: Aftermath) => boolean) => some.filter(holds).length;
  const scenario = step === null ? 'all kills' : `killed at “${step}”`;
  figure(scenario, 'kills', some.length, 'kills');
  figure(
    scenario,
    'under_counted',
    count((one) => one.counted < one.issued || one.underCounted > 0),
    'kills',
  );
  figure(
    scenario,
    'recovered',
    count((one) => one.recovered),
    'kills',
  );
  figure(
    scenario,
    'without_a_line',
    count((one) => one.line === 'none'),
    'kills',
  );
  figure(
    scenario,
    'lost',
    count((one) => one.line === 'lost'),
    'kills',
  );
  figure(
    scenario,
    'confirmed',
    count((one) => one.line === 'confirmed'),
    'kills',
  );
  figure(
    scenario,
    'token_kept',
    count((one) => one.kept),
    'kills',
  );
  figure(
    scenario,
    'reissued',
    some.reduce((sum, one) => sum + one.reissued, 0),
    'issuances',
  );
  figure(
    scenario,
    'reissued_in_vain',
    count((one) => one.reissued > (one.kept ? 0 : 1)),
    'kills',
  );
}
figure('all kills', 'real_time', Math.round((performance.now() - began) / 1_000), 's');
const broken = all.filter(
  (one) => one.counted < one.issued || one.underCounted > 0 || !one.recovered || one.reissued > (one.kept ? 0 : 1),
);
for (const one of broken) console.error(JSON.stringify(one));
if (broken.length > 0 || all.length < KILLS) process.exitCode = 1;
