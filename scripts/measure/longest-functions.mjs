/**
 * `node scripts/measure/longest-functions.mjs [folder] [count]`: lists the longest functions of the TypeScript code, src and 20 unless named.
 * Each line has the lines of the body with its braces, the file with the line where the function begins, and the name.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inProject } from '../lib/project.mjs';

const ts = createRequire(inProject('tools', 'check', 'package.json'))('typescript');
const [, , folder = 'src', count = '20'] = process.argv;

/** The function's own name, or that of the variable or property that it is assigned to. */
function nameOf(node) {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  if (node.name) return node.name.getText();
  for (let outer = node.parent; outer; outer = outer.parent) {
    if (ts.isVariableDeclaration(outer) || ts.isPropertyAssignment(outer)) return outer.name.getText();
    // A wrapper such as memo(function …) or useCallback(…) is passed over.
    if (!ts.isCallExpression(outer) && !ts.isParenthesizedExpression(outer)) break;
  }
  return '(unnamed)';
}

const found = [];
for (const path of readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })) {
  if (!/\.tsx?$/.test(path)) continue;
  const file = join(folder, path);
  const source = ts.createSourceFile(file, readFileSync(inProject(file), 'utf8'), ts.ScriptTarget.Latest, true);
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const lines = lineOf(node.body.getEnd()) - lineOf(node.body.getStart()) + 1;
      found.push({ lines, at: `${file}:${lineOf(node.getStart())}`, name: nameOf(node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}
found.sort((one, other) => other.lines - one.lines);
for (const { lines, at, name } of found.slice(0, Number(count))) console.log(lines, at, name);
