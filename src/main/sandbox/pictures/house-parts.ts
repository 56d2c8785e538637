/** Parts of houses: windows, doors and balconies. */
import type { Draw } from '../world/seeded.ts';
import { type Light, shown } from './light.ts';
import { ellipse, mix, polygon, rect } from './svg.ts';

/** Height of the street: houses stand on it. */
export const STREET = 660;
const DOORS = ['#2f5d62', '#7a3b3b', '#34506e', '#3f6049', '#8a5a32'] as const satisfies readonly [string, ...string[]];

export function pane(
  x: number,
  y: number,
  width: number,
  height: number,
  light: Light,
  trim: string,
  draw: Draw,
): string {
  const color = windowColor(light, draw);
  const gleam =
    color === light.glass
      ? polygon(
          [
            [x, y],
            [x + width * 0.55, y],
            [x, y + height * 0.7],
          ],
          mix(light.glass, '#ffffff', 0.28),
        )
      : '';
  return [
    rect(x - 6, y - 6, width + 12, height + 12, trim, 3),
    rect(x, y, width, height, color),
    gleam,
    rect(x + width / 2 - 2, y, 4, height, trim),
    rect(x, y + height * 0.4, width, 4, trim),
    rect(x - 10, y + height + 5, width + 20, 7, trim),
  ].join('');
}

export function balcony(x: number, y: number, width: number, light: Light): string {
  const iron = shown(light, '#3b4148');
  const bars = Array.from({ length: Math.floor(width / 11) }, (_, at) => rect(x + 4 + at * 11, y - 24, 2.4, 26, iron));
  return [...bars, rect(x, y - 26, width, 4, iron), rect(x - 3, y + 1, width + 6, 6, iron)].join('');
}

export function door(x: number, width: number, light: Light, draw: Draw): string {
  const color = shown(light, draw.pick(DOORS));
  const top = STREET - 116;
  return [
    rect(x - 7, top - 8, width + 14, 124, shown(light, '#efe8da'), 4),
    rect(x, top, width, 116, color),
    rect(x + width * 0.16, top + 12, width * 0.68, 32, light.litShare > 0.3 ? light.lit : light.glass, 3),
    rect(x + width * 0.16, top + 54, width * 0.68, 48, mix(color, '#000000', 0.16), 3),
    ellipse(x + width * 0.86, top + 62, 4, 4, '#e9c46a'),
  ].join('');
}

export function windowColor(light: Light, draw: Draw): string {
  return draw.chance(light.litShare) ? light.lit : light.glass;
}
