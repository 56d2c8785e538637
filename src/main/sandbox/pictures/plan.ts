/** Which pictures a listing has: three to five scenes, each at its time of day. */
import type { Outline } from '../world/outline.ts';
import { Draw } from '../world/seeded.ts';
import type { TimeOfDay } from './light.ts';

export type Scene = 'facade' | 'livingRoom' | 'bedroom' | 'kitchen' | 'view';

export interface PlannedPicture {
  readonly scene: Scene;
  readonly time: TimeOfDay;
  readonly caption: string;
}

const CAPTIONS: Record<Scene, string> = {
  facade: 'The house from the street',
  livingRoom: 'Living room',
  bedroom: 'Bedroom',
  kitchen: 'Kitchen',
  view: 'The view',
};

const WHEN: Record<TimeOfDay, string> = {
  morning: 'in the morning',
  day: 'at noon',
  evening: 'at sunset',
  night: 'at night',
};

/** The pictures of a listing, in their order; the first is its cover. */
export function picturesOf(outline: Outline): PlannedPicture[] {
  const draw = new Draw(outline.index, 51);
  const cover = draw.pick<Scene>(['facade', 'facade', 'facade', 'view', 'livingRoom']);
  const others = draw
    .several<Scene>(['facade', 'livingRoom', 'bedroom', 'kitchen', 'view'], 5)
    .filter((scene) => scene !== cover);
  const scenes = [cover, ...others].slice(0, draw.int(3, 5));
  return scenes.map((scene) => {
    const time = draw.pick<TimeOfDay>(['morning', 'day', 'day', 'evening', 'night']);
    return { scene, time, caption: `${CAPTIONS[scene]} ${WHEN[time]}` };
  });
}
