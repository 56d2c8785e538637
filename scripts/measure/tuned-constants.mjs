/**
 * Counts the tuned constants in folders of the sources (src by default): numeric literals at module level that have a name, also as a multiple of a unit
 * (`30 * DAY_MS`, and `DAY_MS` under another name). The units themselves, dates, sizes of the interface and HTTP statuses do not count, nor do 0, 1 and −1.
 * Prints each with its name and the number for each 1,000 lines; `--count` only the number.
 */
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { parseAst } from 'vite';

const folders = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const files = (folders.length > 0 ? folders : ['src'])
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`))
  .toSorted();

/** A unit of time or of size under its own name. */
const UNITS = /^(?:SECOND|MINUTE|HOUR|DAY|KILOBYTE|MEGABYTE)(?:_MS)?$/;
/** Files of the interface: their numbers are sizes, unless their names say that they are times or amounts. */
const INTERFACE = /^src\/renderer\//;
const UNIT =
  /(?:_|^)(?:MS|SECONDS|MINUTES|HOURS|DAYS|ATTEMPTS|LIMIT|AGE|DELAY|INTERVAL|TIMEOUT)(?:_|$)|(?:Ms|Seconds|Delay|Interval)$/;
/** Parts of the names of HTTP statuses, of dates (weekdays, the ends of the calendar), of sizes of the interface, of versions and of ports. */
const NO_TUNING = [
  ...['STATUS', 'STATUSES', 'REFUSED_WITH'],
  ...[
    'YEAR',
    'MONTH',
    'DATE',
    'EPOCH',
    'FRIDAY',
    'SATURDAY',
    'FIRST_DAY',
    'LAST_DAY',
    'DAYS_PER_ERA',
    'MIN_INSTANT',
    'MAX_INSTANT',
  ],
  ...['WIDTH', 'WIDTHS', 'HEIGHT', 'ZOOM', 'SIZE_PX', 'PX', 'VERSION', 'PORT'],
];
const isNoTuning = (name) =>
  /Status$|\.version$/.test(name) || NO_TUNING.some((part) => `_${name.replaceAll('.', '_')}_`.includes(`_${part}_`));
const TRIVIAL = new Set([0, 1, -1]);

/** The first number in a literal or in arithmetic; the name of a unit, `null` where there is none. */
function numberOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'number') return node.value;
  if (node?.type === 'Identifier' && UNITS.test(node.name)) return node.name;
  if (node?.type === 'UnaryExpression' && node.operator === '-') {
    const value = numberOf(node.argument);
    return value === null ? null : -value;
  }
  if (node?.type === 'BinaryExpression') return numberOf(node.left) ?? numberOf(node.right);
  return null;
}

/** The named numbers of a declaration: `const A = 5`, and the fields of `const A = { b: 5 }`. */
function* numbersIn(name, node) {
  const value = numberOf(node);
  if (value !== null) yield [name, value];
  else if (node?.type === 'ObjectExpression')
    for (const { key, value: inner } of node.properties)
      if (key) yield* numbersIn(`${name}.${key.name ?? key.value}`, inner);
}

const found = [];
let lines = 0;
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  lines += text.split('\n').length - 1;
  // JSX is not needed: such files declare their constants before their components.
  const code = file.endsWith('.tsx') ? text.replace(/^[\s\S]*?(?=^(?:export )?(?:const|function))/m, '') : text;
  let program;
  try {
    program = parseAst(stripTypeScriptTypes(code));
  } catch {
    program = parseAst(
      stripTypeScriptTypes((text.match(/^(?:export )?const [A-Z_a-z0-9]+ = [-\d_.* +/]+;/gm) ?? []).join('\n')),
    );
  }
  for (const statement of program.body) {
    const { declarations = [] } = statement.declaration ?? statement;
    for (const { id, init } of declarations ?? [])
      for (const [name, value] of numbersIn(id.name ?? '', init)) {
        if (TRIVIAL.has(value) || UNITS.test(name) || isNoTuning(name)) continue;
        if (INTERFACE.test(file) && !UNIT.test(name)) continue;
        found.push(`${file}: ${name} = ${value}`);
      }
  }
}
if (!process.argv.includes('--count')) for (const one of found) console.log(one);
console.log(
  `${found.length} tuned constants in ${lines} lines: ${((found.length / lines) * 1_000).toFixed(1)} for each 1,000`,
);
