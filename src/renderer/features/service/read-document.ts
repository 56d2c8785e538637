/** Reads the headings, paragraphs, lists and tables below the title of docs/service.md. Throws for other Markdown; a test reads the file. */

/** A part of docs/service.md, as the page about the service shows it. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly number: string | null; readonly title: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

export function readDocument(markdown: string): Block[] {
  const [, ...blocks] = markdown.trim().split(/\n{2,}/);
  return blocks.map(readBlock);
}

function readBlock(block: string): Block {
  const heading = /^(##|###) (?:(\d+(?:\.\d+)?) )?(.+)$/.exec(block);
  if (heading) {
    const [, signs, number = null, title = ''] = heading;
    return { kind: 'heading', level: signs === '##' ? 2 : 3, number, title };
  }
  if (block.startsWith('|')) return readTable(block.split('\n'));
  if (block.startsWith('- ')) return { kind: 'list', items: block.slice(2).split(/\n- /).map(oneLine) };
  if (/^(?:[<>#~!]|`{3}|\d+\. )/.test(block)) throw new Error(`this page cannot draw: ${block}`);
  return { kind: 'text', text: oneLine(block) };
}

function readTable([head = '', , ...rows]: readonly string[]): Block {
  return { kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) };
}

const cellsOf = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');
