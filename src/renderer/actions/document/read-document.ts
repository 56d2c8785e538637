/** Reads the headings, paragraphs, lists, tables and pictures below the title of a document of docs/. Throws for other Markdown; tests read the files. */

/** A part of a document, as a page shows it. The `id` of a heading is its number, or its title in small letters with hyphens. */
export type Block =
  | {
      readonly kind: 'heading';
      readonly level: 2 | 3;
      readonly id: string;
      readonly number: string | null;
      readonly title: string;
    }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'picture'; readonly about: string; readonly file: string };

export function readDocument(markdown: string): Block[] {
  const [, ...blocks] = markdown.trim().split(/\n{2,}/);
  return blocks.map(readBlock);
}

function readBlock(block: string): Block {
  const heading = /^(##|###) (?:(\d+(?:\.\d+)?) )?(.+)$/.exec(block);
  if (heading) {
    const [, signs, number = null, title = ''] = heading;
    return { kind: 'heading', level: signs === '##' ? 2 : 3, id: number ?? slugOf(title), number, title };
  }
  const [, about, file] = /^!\[([^\]]+)\]\(pictures\/([\w.-]+)\)$/.exec(block) ?? [];
  if (about !== undefined && file !== undefined) return { kind: 'picture', about, file };
  if (block.startsWith('|')) return readTable(block.split('\n'));
  if (block.startsWith('- ')) return { kind: 'list', items: block.slice(2).split(/\n- /).map(oneLine) };
  if (/^(?:[<>#~!]|`{3}|\d+\. )/.test(block)) throw new Error(`this page cannot draw: ${block}`);
  return { kind: 'text', text: oneLine(block) };
}

/** Makes the id of a title as GitHub does: "Request to book" becomes "request-to-book". */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

function readTable([head = '', , ...rows]: readonly string[]): Block {
  return { kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) };
}

const cellsOf = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');
