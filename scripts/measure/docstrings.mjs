/** `node scripts/measure/docstrings.mjs [seed]`: draws a hundred docstrings of src at random, for somebody new to the code to read. */
import { globSync, readFileSync } from 'node:fs';
import { docstringsIn } from '../lib/docstrings.mjs';
import { inProject } from '../lib/project.mjs';

const DRAWN = 100;
const CODE_CHARACTERS = 90;

const seed = Number(process.argv[2] ?? Math.floor(Math.random() * 2 ** 32));
let state = seed >>> 0;
/** A number in [0, 1) from the seed (mulberry32). */
const fraction = () => {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

const all = globSync('src/**/*.{ts,tsx}', { cwd: inProject() })
  .sort()
  .flatMap((file) => {
    const source = readFileSync(inProject(file), 'utf8');
    return docstringsIn(source).map(({ line, text, end }) => {
      const code = source.slice(end).replace(/\s+/g, ' ').trim().slice(0, CODE_CHARACTERS);
      return `${file}:${line} ${text} | ${code}`;
    });
  });
const drawn = Array.from({ length: DRAWN }, () => all.splice(Math.floor(fraction() * all.length), 1)[0]);
process.stdout.write(
  [
    `seed ${seed}, ${DRAWN} of ${all.length + DRAWN} docstrings`,
    ...drawn.map((one, at) => `${at + 1} ${one}`),
    '',
  ].join('\n'),
);
