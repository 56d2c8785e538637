/** What `npm run bench:ui` does inside a page. {@link installProbe} is sent there as text, so it uses nothing outside itself. */

/** How the probe finds the rows of a page. */
export interface RowSource {
  readonly row: string;
  /** The attribute with a row's index, and the index of the first row. */
  readonly indexAttribute: string;
  readonly firstIndex: number;
  readonly scroller: string;
  readonly count: string;
  readonly rowPx: number;
}

export interface Reaction {
  /** From the event to the paint of the final rows; null when the rows stayed the same. */
  readonly ms: number | null;
  readonly count: string;
}

export interface Scroll {
  readonly px: number;
  /** Times between painted frames, in ms. */
  readonly intervals: number[];
  readonly longTasks: number[];
  /** The share of frames in which a row in view had no title yet. */
  readonly blankShare: number;
  /** The share of rows in view whose picture was drawn, half a second after the end. */
  readonly picturesShare: number;
}

export interface Probe {
  /** Watches the rows from the next event of a type. Call it before the event, and {@link reaction} after it. */
  watch(eventType: 'keydown' | 'click'): void;
  /** Resolves when the rows have been stable for a while. */
  reaction(): Promise<Reaction>;
  /** The same for what a function does. */
  run(work: () => void): Promise<Reaction>;
  /** Watches the frames until {@link scrolled} is called. */
  watchScroll(): void;
  scrolled(): Promise<Scroll>;
}

declare global {
  interface Window {
    benchProbe: Probe;
  }
}

export function installProbe(source: RowSource): void {
  const STABLE_MS = 400;
  const LEAST_MS = 500;
  const MOST_MS = 6_000;
  const find = (selector: string): HTMLElement => {
    const found = document.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`${selector} is missing`);
    return found;
  };
  /** Titles of the rows in view by their index; '' for a row without one. */
  const titlesInView = (): string[] => {
    const scroller = document.querySelector<HTMLElement>(source.scroller);
    if (!scroller) return [];
    const first = Math.floor(scroller.scrollTop / source.rowPx);
    const last = Math.floor((scroller.scrollTop + scroller.clientHeight - 2 * source.rowPx) / source.rowPx);
    const titles = new Map<number, string>();
    for (const row of document.querySelectorAll(source.row)) {
      const index = Number(row.getAttribute(source.indexAttribute)) - source.firstIndex;
      const title = row.querySelector('button')?.textContent ?? '';
      if (title !== '') titles.set(index, title);
    }
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => titles.get(first + at) ?? '');
  };
  const state = (): string => `${document.querySelector(source.count)?.textContent}\n${titlesInView().join('\n')}`;
  /** Calls back after each frame was painted, until `look` returns false. */
  const afterFrames = (look: (now: number) => boolean): void => {
    const channel = new MessageChannel();
    const frame = () => requestAnimationFrame(() => channel.port2.postMessage(null));
    channel.port1.onmessage = () => {
      if (look(performance.now())) frame();
      else channel.port1.close();
    };
    frame();
  };
  const settled = (before: string, from: number): Promise<Reaction> =>
    new Promise((resolve) => {
      let last = before;
      let changedAt = from;
      afterFrames((now) => {
        const present = state();
        if (present !== last) {
          last = present;
          changedAt = now;
        }
        const isSettled = now - from >= LEAST_MS && now - changedAt >= STABLE_MS;
        if (!isSettled && now - from < MOST_MS) return true;
        const count = document.querySelector(source.count)?.textContent ?? '';
        resolve({ ms: last === before ? null : changedAt - from, count });
        return false;
      });
    });
  let watched: Promise<Reaction> = Promise.reject(new Error('nothing is watched'));
  watched.catch(() => {});
  let endScroll: () => Promise<Scroll> = () => Promise.reject(new Error('nothing is watched'));
  window.benchProbe = {
    watch: (eventType) => {
      const before = state();
      watched = new Promise((resolve) => {
        window.addEventListener(eventType, (event) => resolve(settled(before, event.timeStamp)), {
          capture: true,
          once: true,
        });
      });
    },
    reaction: () => watched,
    run: (work) => {
      const before = state();
      const from = performance.now();
      work();
      return settled(before, from);
    },
    watchScroll: () => {
      const longTasks: number[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longTasks.push(duration);
      });
      observer.observe({ type: 'longtask' });
      const scroller = find(source.scroller);
      const from = scroller.scrollTop;
      const intervals: number[] = [];
      let blank = 0;
      let last = performance.now();
      let goesOn = true;
      afterFrames((now) => {
        intervals.push(now - last);
        last = now;
        if (titlesInView().includes('')) blank += 1;
        return goesOn;
      });
      endScroll = async () => {
        goesOn = false;
        const px = scroller.scrollTop - from;
        await new Promise((resolve) => setTimeout(resolve, 500));
        observer.disconnect();
        const images = [...document.querySelectorAll<HTMLImageElement>(`${source.row} img`)];
        const drawn = images.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length;
        const picturesShare = Math.min(1, drawn / Math.max(1, titlesInView().length));
        return { px, intervals, longTasks, blankShare: blank / intervals.length, picturesShare };
      };
    },
    scrolled: () => endScroll(),
  };
}
