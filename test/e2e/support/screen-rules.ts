/** Rules that hold on every screen, checked in the engine itself. */
import type { Page } from 'playwright-core';

/** The roles of what a person operates or moves in; each needs a name. */
const NAMED = new Set([
  ...['button', 'link', 'textbox', 'searchbox', 'combobox', 'checkbox', 'radio', 'switch', 'slider', 'spinbutton'],
  ...['tab', 'menuitem', 'option', 'listbox', 'grid', 'table', 'dialog', 'alertdialog', 'region', 'navigation', 'img'],
]);

/** Finds what is wrong in the accessibility tree, read as a list: a thing without a name, and headings out of order. */
export async function treeProblems(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  type Node = (typeof nodes)[number];
  const inOrder = (node: Node | undefined): Node[] =>
    node ? [...(node.ignored ? [] : [node]), ...(node.childIds ?? []).flatMap((id) => inOrder(byId.get(id)))] : [];
  const heard = inOrder(nodes[0]);
  const nameOf = ({ name }: Node): string => String(name?.value ?? '').trim();
  const headings = heard
    .filter(({ role }) => role?.value === 'heading')
    .map((node) => ({
      text: nameOf(node),
      level: Number(node.properties?.find(({ name }) => name === 'level')?.value.value),
    }));
  const isModal = heard.some(({ properties }) =>
    properties?.some(({ name, value }) => name === 'modal' && value.value),
  );
  const first = headings.filter(({ level }) => level === 1).length;
  return [
    ...heard.flatMap((node) =>
      NAMED.has(node.role?.value) && nameOf(node) === '' ? `a ${node.role?.value} without a name` : [],
    ),
    ...headings.flatMap(({ text, level }, at) => {
      const above = at === 0 ? (isModal ? level : 0) : (headings[at - 1]?.level ?? 0);
      return level > above + 1 ? `heading “${text}” of level ${level} below one of level ${above}` : [];
    }),
    ...(first === 1 || isModal ? [] : [`${first} headings of level 1`]),
  ];
}

/** Finds live regions that would say a text twice: one within another, or two with the same text. */
export const liveProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const live = '[role="status"], [role="alert"], [role="log"], [aria-live="polite"], [aria-live="assertive"]';
    // A screen reader hears nothing of the page behind a dialog.
    const heard = document.querySelector('[aria-modal="true"]') ?? document;
    const regions = [...heard.querySelectorAll(live)].filter((region) => region.textContent?.trim());
    const texts = regions.map((region) => region.textContent?.trim());
    return [
      ...regions
        .filter((region) => region.parentElement?.closest(live))
        .map((region) => `nested: ${region.textContent}`),
      ...texts.filter((text, at) => texts.indexOf(text) !== at).map((text) => `twice: ${text}`),
    ];
  });

/** Says how wide the page is where it scrolls sideways. A table may scroll within a frame of its own. */
export const sidewaysScroll = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide in a window of ${clientWidth} px`] : [];
  });

/** Finds motion that reduced motion should have ended. */
export const motionProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const duration = Number(animation.effect?.getComputedTiming().duration);
      if (animation.playState !== 'running' || duration <= 10) return [];
      return `${'animationName' in animation ? animation.animationName : 'a transition'} of ${duration} ms`;
    }),
  );

/** Says that nothing has the focus, so that the next key begins at the top of the window. */
export const focusProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() => (document.activeElement === document.body ? ['nothing has the focus'] : []));

/** With forced colours: finds what is selected and looks like what is not. A background is the system's there, and a shadow is not drawn. */
export const forcedColourProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SELECTED =
      '[aria-current]:not([aria-current="false"]), [aria-selected="true"], [aria-pressed="true"], [aria-checked="true"], input:checked';
    const OTHERS =
      ':not([aria-current]):not([aria-selected="true"]):not([aria-pressed="true"]):not([aria-checked="true"]):not(:checked)';
    /** What is drawn of an element: a hidden input is drawn by its neighbour. */
    const drawnOf = (element: Element): Element[] =>
      element instanceof HTMLInputElement
        ? [
            element,
            ...(element.nextElementSibling ? [element.nextElementSibling, ...element.nextElementSibling.children] : []),
          ]
        : [element];
    const canvas = getComputedStyle(document.body).backgroundColor;
    const lookOf = (element: Element): string =>
      drawnOf(element)
        .map((part) => {
          const style = getComputedStyle(part);
          const border = ['Top', 'Bottom', 'Left', 'Right'].map((side) =>
            ['Style', 'Color', 'Width'].map((what) => style.getPropertyValue(`border-${side}-${what}`.toLowerCase())),
          );
          return [
            border,
            style.outlineStyle,
            style.color,
            style.backgroundColor.endsWith(' 0)') ? canvas : style.backgroundColor,
            style.opacity,
            style.transform,
            style.left,
            style.textDecorationLine,
            style.display,
          ].join();
        })
        .join('|');
    const nameOf = (element: Element): string =>
      (
        element.getAttribute('aria-label') ??
        element.closest('label')?.textContent ??
        element.nextElementSibling?.textContent ??
        element.textContent ??
        ''
      ).slice(0, 40);
    const others = (element: Element): Element[] => {
      if (element instanceof HTMLInputElement) {
        const group = element.closest('[role="radiogroup"], fieldset, form, section, main') ?? document.body;
        return [
          ...group.querySelectorAll(
            `input[type="${element.type}"]${element.role ? `[role="${element.role}"]` : ''}:not(:checked)`,
          ),
        ];
      }
      const list =
        element.closest('[role="tablist"], [role="grid"], [role="listbox"], nav, ul, table, tbody') ??
        element.parentElement;
      return [...(list?.querySelectorAll(element.tagName.toLowerCase() + OTHERS) ?? [])];
    };
    const selected = [...document.querySelectorAll(SELECTED)].filter((element) => {
      const peer = others(element).find((other) => other.className === element.className) ?? others(element)[0];
      return element.parentElement?.checkVisibility() && peer && lookOf(peer) === lookOf(element);
    });
    return selected.map((element) => `selected, and looks like the others: ${nameOf(element)}`);
  });

type Watching = { frameless?: string[] };

/** Notes each element that takes the focus by keyboard without a frame. A field whose input is hidden has the frame beside it. */
export const watchFrames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const found: string[] = [];
    (window as Watching).frameless = found;
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLElement) || !target.matches(':focus-visible:not([tabindex="-1"])')) return;
      const isFramed = [target, target.nextElementSibling].some(
        (element) => element && getComputedStyle(element).outlineStyle !== 'none',
      );
      if (!isFramed)
        found.push(target.getAttribute('aria-label') ?? (target.textContent || target.outerHTML).slice(0, 80));
    });
  });

/** Returns what took the focus without a frame since {@link watchFrames}. */
export const framelessFocus = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...new Set((window as Watching).frameless ?? ['nothing was watched'])]);

/** Returns what live regions announce while `act` runs: each new text of a region that is not switched off. */
export async function announcements(page: Page, act: () => Promise<void>): Promise<string[]> {
  const watching = await page.evaluateHandle(() => {
    const LIVE = '[aria-live], [role="status"], [role="alert"], [role="log"], output';
    const announced: string[] = [];
    /** Announces the text of the region that a node belongs to. An inner region that is off keeps its text to itself. */
    const announce = (node: Node): void => {
      const element = node instanceof Element ? node : node.parentElement;
      const region = element?.closest(LIVE);
      const isOff = !region || region.getAttribute('aria-live') === 'off';
      if (!isOff && region.textContent) announced.push(region.textContent);
    };
    const observer = new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        announce(target);
        for (const node of addedNodes)
          if (node instanceof Element) for (const one of [node, ...node.querySelectorAll(LIVE)]) announce(one);
      }
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    return { announced, observer };
  });
  await act();
  return watching.evaluate(({ announced, observer }) => {
    observer.disconnect();
    return [...new Set(announced)];
  });
}
