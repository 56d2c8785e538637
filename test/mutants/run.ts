/**
 * `npm run test:mutants [words]`: removes each defence of docs/security.md in turn, in a copy of the project, and shows that its test fails
 * then. Exits with 1 when a defence survives, when its test does not pass with it, or when its text is not found. `words` choose the
 * defences whose claim or file contains them.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyProject } from './copy-project.ts';
import { type Defence, problemOf, remove } from './defence.ts';
import { type Outcome, TestRunner } from './test-runner.ts';
import { THREATS } from './threats.ts';

const project = join(import.meta.dirname, '../..');
const wanted = process.argv.slice(2).join(' ').toLowerCase();
const defences = THREATS.flatMap((threat) => threat.defences).filter(({ claim, file }) =>
  `${claim} ${file}`.toLowerCase().includes(wanted),
);

const folder = copyProject(project);
const runner = await TestRunner.start(folder);
const verdicts = new Map<Defence, string>();

/** Runs each test with every defence in place. */
async function passesUnchanged(): Promise<Set<Defence>> {
  const good = new Set<Defence>();
  for (const [file, group] of Map.groupBy(defences, ({ test }) => test)) {
    const outcome = await runner.run(
      file,
      group.map(({ title }) => title),
    );
    for (const defence of group) {
      const problem = unchangedProblem(defence, outcome);
      if (problem) verdicts.set(defence, problem);
      else good.add(defence);
    }
  }
  return good;
}

function unchangedProblem(defence: Defence, { passed, failed, broken }: Outcome): string | null {
  const isNamed = (name: string) => name.includes(defence.title);
  if (broken) return `INVALID: the test file does not load: ${broken}`;
  if (failed.some(isNamed)) return 'INVALID: the test fails with the defence in place';
  if (!passed.some(isNamed)) return 'INVALID: there is no such test';
  const problem = problemOf(defence, readFileSync(join(folder, defence.file), 'utf8'));
  return problem && `INVALID: ${problem}`;
}

async function verdictWithout(defence: Defence): Promise<string> {
  const path = join(folder, defence.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, remove(defence, source));
  runner.changed(defence.file);
  try {
    const { failed, broken } = await runner.run(defence.test, [defence.title]);
    if (failed.length > 0) return 'killed';
    return broken ? `INVALID: the test file does not load: ${broken}` : 'SURVIVED';
  } finally {
    writeFileSync(path, source);
    runner.changed(defence.file);
  }
}

const print = (cells: readonly string[]) => console.log(cells.join(' | '));
const began = performance.now();
try {
  const good = await passesUnchanged();
  print(['defence', 'test', 'verdict', 'seconds']);
  for (const defence of defences) {
    const from = performance.now();
    if (good.has(defence)) verdicts.set(defence, await verdictWithout(defence));
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    print([defence.claim, `${defence.test}: ${defence.title}`, verdicts.get(defence) ?? '', seconds]);
  }
} finally {
  await runner.close();
  rmSync(folder, { recursive: true, force: true });
}
const killed = defences.filter((defence) => verdicts.get(defence) === 'killed').length;
console.log(`${killed} of ${defences.length} killed (${((performance.now() - began) / 1000).toFixed(0)} s)`);
process.exitCode = killed === defences.length && killed > 0 ? 0 : 1;
