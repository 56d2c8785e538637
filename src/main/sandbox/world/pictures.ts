/** The pictures of a listing: three to five scenes, each at a time of day, from resources/sandbox/pictures. */
import type { Outline } from './outline.ts';
import { hash, SeededRandom } from './seeded-random.ts';

type Scene = 'facade' | 'livingRoom' | 'bedroom' | 'kitchen' | 'view';
type TimeOfDay = 'morning' | 'day' | 'evening' | 'night';

export interface Picture {
  readonly file: string;
  readonly caption: string;
}

const SCENES: readonly [Scene, ...Scene[]] = ['facade', 'livingRoom', 'bedroom', 'kitchen', 'view'];
const TIMES: readonly [TimeOfDay, ...TimeOfDay[]] = ['morning', 'day', 'day', 'evening', 'night'];

/** The pictures of each scene at each time of day. A view has one for each landscape, by day and in the evening. */
const VARIANTS: Record<Exclude<Scene, 'view'>, { readonly name: string; readonly count: number }> = {
  facade: { name: 'facade', count: 3 },
  livingRoom: { name: 'living-room', count: 2 },
  bedroom: { name: 'bedroom', count: 2 },
  kitchen: { name: 'kitchen', count: 2 },
};

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

/** Returns the pictures of a listing, in their order; the first is its cover. */
export function picturesOf(outline: Outline): Picture[] {
  const draw = new SeededRandom(outline.index, 51);
  const cover = draw.pick<Scene>(['facade', 'facade', 'facade', 'view', 'livingRoom']);
  const others = draw.several(SCENES, 5).filter((scene) => scene !== cover);
  return [cover, ...others].slice(0, draw.int(3, 5)).map((scene) => {
    const drawn = draw.pick(TIMES);
    if (scene !== 'view') {
      const { name, count } = VARIANTS[scene];
      const variant = 1 + (hash(outline.index, 61) % count);
      return { file: `${name}-${drawn}-${variant}.svg`, caption: `${CAPTIONS[scene]} ${WHEN[drawn]}` };
    }
    const time = drawn === 'evening' || drawn === 'night' ? 'evening' : 'day';
    return { file: `view-${outline.city.landscape}-${time}.svg`, caption: `${CAPTIONS.view} ${WHEN[time]}` };
  });
}
