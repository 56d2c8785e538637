/** Frames of a page for the app's sender check: one object per frame, with the address that the app knows. */
import type { Frame } from 'playwright-core';
import { modelled } from './not-modelled.ts';
import { fromStandIn } from './stand-in.ts';

/** The part of Electron's `WebFrameMain` that the host models. */
export interface FrameModel {
  readonly url: string;
  readonly origin: string;
  readonly parent: FrameModel | null;
  readonly top: FrameModel;
  readonly name: string;
  readonly detached: boolean;
  isDestroyed(): boolean;
  readonly routingId: number;
  readonly frameToken: string;
  readonly processId: number;
}

const known = new WeakMap<Frame, FrameModel>();

/** Returns the same object for the same frame, so that `event.senderFrame === contents.mainFrame` holds. */
export function frameOf(frame: Frame): FrameModel {
  const made = known.get(frame);
  if (made) return made;
  const model = modelled<FrameModel>('WebFrameMain', {
    get url() {
      return fromStandIn(frame.url());
    },
    get origin() {
      const url = fromStandIn(frame.url());
      return /^app:\/\/[^/]+/.exec(url)?.[0] ?? new URL(url).origin;
    },
    get parent() {
      const above = frame.parentFrame();
      return above ? frameOf(above) : null;
    },
    get top() {
      return frameOf(frame.page().mainFrame());
    },
    get name() {
      return frame.name();
    },
    get detached() {
      return frame.isDetached();
    },
    isDestroyed: () => frame.isDetached(),
    routingId: 1,
    frameToken: 'host',
    processId: process.pid,
  });
  known.set(frame, model);
  return model;
}
