/** Adds to happy-dom, once per process: media queries, observers, scrolling, a size for charts, the element <search>. */

window.matchMedia ??= (() => ({ matches: false, addEventListener() {}, removeEventListener() {} })) as never;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
} as never;
Element.prototype.scrollIntoView ??= () => {};

// Charts warn when they have no size, and happy-dom has no layout.
const CHART_RECT = new DOMRect(0, 0, 900, 120);
const { getBoundingClientRect } = Element.prototype;
Element.prototype.getBoundingClientRect = function (this: Element) {
  return this.classList.contains('recharts-responsive-container') ? CHART_RECT : getBoundingClientRect.call(this);
};

// React recognizes unknown elements by this tag.
const createElement = document.createElement.bind(document);
document.createElement = ((name: string, options?: ElementCreationOptions) => {
  const element = createElement(name, options);
  if (name === 'search') Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' });
  return element;
}) as typeof document.createElement;
