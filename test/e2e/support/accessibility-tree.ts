/** The browser's accessibility tree of a table or a grid, as assistive technology reads it. */
import type { Page } from '@playwright/test';

/** The texts of each row in the order of the tree: of its cells, or of its column heads. */
export async function tableTree(page: Page, name: string): Promise<{ role: string; text: string }[][]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const table = nodes.find(({ role, name: named }) => ['table', 'grid'].includes(role?.value) && named?.value === name);
  type Node = (typeof nodes)[number];
  const childrenOf = (node: Node | undefined): Node[] => (node?.childIds ?? []).flatMap((id) => byId.get(id) ?? []);
  /** The nearest nodes below one that are not ignored and have one of the roles. */
  const below = (node: Node | undefined, roles: readonly string[]): Node[] =>
    childrenOf(node).flatMap((child) => (roles.includes(child.role?.value) ? [child] : below(child, roles)));
  const textOf = (node: Node): string => node.name?.value || childrenOf(node).map(textOf).join(' ');
  return below(table, ['row']).map((row) =>
    below(row, ['cell', 'gridcell', 'columnheader', 'rowheader']).map((cell) => ({
      role: String(cell.role?.value),
      text: textOf(cell),
    })),
  );
}
