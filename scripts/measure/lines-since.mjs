/**
 * `node scripts/measure/lines-since.mjs [commit]`: where the lines of TypeScript in src come from since a commit, by default the one before
 * connections, stores and handlers were rebuilt. A commit belongs to a feature if it is a `feat`, except of the areas below, or if its area is
 * a room that the feature brought; every other commit belongs to what existed. Prints both sums, and the features by area.
 */
import { execFileSync } from 'node:child_process';
import { inProject } from '../lib/project.mjs';

/** The last commit before connections, stores and handlers were rebuilt. */
const START = '984bd6e5';
/** The areas and words of `feat` commits that rebuilt what existed. */
const REBUILT =
  /^feat\((?:store|journal|vault|status)\)|one connection per client ID|merge two connections|what both connections|back up, export and delete|open the source of a cause/;
/** The rooms that did not exist at the start; every commit to them is part of the feature. */
const NEW_ROOMS = new Set(
  'gateway cli relay programs mcp calendars today guests updates pack release export command-line lock policies network team help'.split(
    ' ',
  ),
);

const [, , start = START] = process.argv;
const git = (...args) => execFileSync('git', args, { cwd: inProject(), encoding: 'utf8', maxBuffer: 2 ** 28 });

/** The commits since the start: each with its subject and the lines by which src grew. */
function commitsSince() {
  const log = git('log', '--numstat', '-M', '--format=%x00%s', `${start}..HEAD`, '--', 'src/*.ts', 'src/*.tsx');
  return log
    .split('\0')
    .slice(1)
    .map((entry) => {
      const [subject, ...files] = entry.split('\n');
      const grown = files.filter(Boolean).reduce((sum, line) => {
        const [added, deleted] = line.split('\t').map(Number);
        return sum + added - deleted;
      }, 0);
      return { subject, grown };
    });
}

/** The feature to which a commit belongs, by its area; null for a commit to what existed. */
function featureOf(subject) {
  const [, kind, area] = /^(\w+)(?:\(([^)]*)\))?!?:/.exec(subject) ?? [];
  if (NEW_ROOMS.has(area)) return area;
  return kind === 'feat' && !REBUILT.test(subject) ? area : null;
}

const linesAt = (commit) =>
  git('grep', '-c', '', commit, '--', 'src/*.ts', 'src/*.tsx')
    .trim()
    .split('\n')
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(':') + 1)), 0);

const features = new Map();
let existed = 0;
for (const { subject, grown } of commitsSince()) {
  const feature = featureOf(subject);
  if (feature === null) existed += grown;
  else features.set(feature, (features.get(feature) ?? 0) + grown);
}
const before = linesAt(start);
const count = (value) => value.toLocaleString('en');
const since = [...features.values()].reduce((sum, lines) => sum + lines, 0);
console.log(`src: ${count(before)} at ${start}, ${count(linesAt('HEAD'))} now`);
console.log(`of what existed: ${count(before)} → ${count(before + existed)}; features since: ${count(since)}`);
for (const [feature, lines] of [...features].sort(([, one], [, other]) => other - one))
  console.log(`  ${count(lines)} ${feature}`);
