/** Draws one picture of a listing. Pure: the same listing and number give the same SVG on every machine. */
import type { Outline } from '../world/outline.ts';
import { Draw } from '../world/seeded.ts';
import { backdropDefinitions } from './backdrop.ts';
import { facade } from './facade.ts';
import { type Light, lightOf } from './light.ts';
import { picturesOf, type Scene } from './plan.ts';
import { bedroom, kitchen, livingRoom } from './rooms.ts';
import { glow, picture } from './svg.ts';
import { view } from './view.ts';

const SCENES: Record<Scene, (outline: Outline, light: Light, draw: Draw) => string> = {
  facade,
  livingRoom,
  bedroom,
  kitchen,
  view,
};

/** Picture `number` (from 0) as an SVG document `width` pixels wide; `null` when the listing has no such picture. */
export function drawPicture(outline: Outline, number: number, width = 1200): string | null {
  const planned = picturesOf(outline)[number];
  if (!planned) return null;
  const light = lightOf(planned.time);
  const content = SCENES[planned.scene](outline, light, new Draw(outline.index, number, 61));
  return picture(`${backdropDefinitions(light)}${glow('lamp', light.lit, 0.5)}`, content, width);
}
