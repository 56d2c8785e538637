/** Adds to happy-dom, once per process: media queries, observers, scrolling, the element <search>. */
import { act } from '@testing-library/react';

window.matchMedia ??= (() => ({ matches: false, addEventListener() {}, removeEventListener() {} })) as never;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
} as never;
Element.prototype.scrollIntoView ??= () => {};

// What a scroller contains has the size of its style, and code that scrolls causes an event, as in a browser.
for (const [extent, side] of [
  ['scrollHeight', 'height'],
  ['scrollWidth', 'width'],
] as const)
  Object.defineProperty(Element.prototype, extent, {
    configurable: true,
    get(this: Element) {
      const sizes = [...this.children].map((child) => Number.parseFloat((child as HTMLElement).style?.[side]));
      return Math.max(0, ...sizes.filter(Number.isFinite));
    },
  });
const { scroll } = Element.prototype;
Element.prototype.scroll = function (this: Element, ...position: unknown[]) {
  const [top, left] = [this.scrollTop, this.scrollLeft];
  Reflect.apply(scroll, this, position);
  if (this.scrollTop !== top || this.scrollLeft !== left)
    queueMicrotask(() => act(() => void this.dispatchEvent(new Event('scroll'))));
};

// React recognizes unknown elements by this tag.
const createElement = document.createElement.bind(document);
document.createElement = ((name: string, options?: ElementCreationOptions) => {
  const element = createElement(name, options);
  if (name === 'search') Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' });
  return element;
}) as typeof document.createElement;
