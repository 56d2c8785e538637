/** Things that stand in pictures: trees, plants, lamps, windows with a view, framed pictures. */
import type { Landscape } from '../world/city.ts';
import type { Draw } from '../world/seeded.ts';
import { backdrop } from './backdrop.ts';
import { type Light, shown } from './light.ts';
import { circle, ellipse, group, line, mix, path, polygon, rect } from './svg.ts';

/** A tree whose trunk stands at (x, y). */
export function tree(x: number, y: number, size: number, light: Light, draw: Draw): string {
  const [bright, dark] = light.leaf;
  const trunk = shown(light, '#6d5443');
  const crown = draw.chance(0.3)
    ? ellipse(0, -170, 44, 130, dark) + ellipse(-8, -180, 30, 112, bright)
    : [
        circle(0, -190, 86, dark),
        circle(-52, -150, 62, dark),
        circle(54, -146, 58, dark),
        circle(-18, -204, 62, bright),
        circle(34, -168, 44, bright),
        circle(-54, -158, 38, bright),
      ].join('');
  return group(
    `${rect(-8, -110, 16, 112, trunk, 4)}${crown}`,
    `transform="translate(${Math.round(x)} ${Math.round(y)}) scale(${size.toFixed(2)})"`,
  );
}

/** A leafy plant in a pot that stands on y. */
export function plant(x: number, y: number, size: number, light: Light, draw: Draw): string {
  const pot = shown(light, draw.pick(['#c77b58', '#e8e0d3', '#7b8c8a', '#d9a441']));
  const leaves = [-70, -44, -20, 4, 28, 52, 76].map((angle, at) => {
    const length = 150 + ((at * 37) % 60);
    const color = shown(light, at % 2 === 0 ? '#4f8a63' : '#6ba57a');
    return group(
      path(
        `M0 0 C-26 -${length * 0.4} -20 -${length * 0.8} 0 -${length} C20 -${length * 0.8} 26 -${length * 0.4} 0 0 Z`,
        color,
      ),
      `transform="rotate(${angle * 0.72})"`,
    );
  });
  return group(
    `<g transform="translate(0 -84)">${leaves.join('')}</g>${polygon(
      [
        [-42, -92],
        [42, -92],
        [32, 0],
        [-32, 0],
      ],
      pot,
    )}${rect(-46, -100, 92, 16, mix(pot, '#000000', 0.08), 4)}`,
    `transform="translate(${Math.round(x)} ${Math.round(y)}) scale(${size.toFixed(2)})"`,
  );
}

/** A window that shows what lies outside, with curtains. */
export function windowWithView(
  x: number,
  y: number,
  width: number,
  height: number,
  landscape: Landscape,
  light: Light,
  draw: Draw,
  curtain: string,
): string {
  const frame = mix('#fdfaf3', light.tint, light.tintShare * 0.6);
  const scale = Math.max(width / 1200, height / 640);
  const outside = group(
    group(
      backdrop(landscape, light, 600, draw) + rect(0, 600, 1200, 120, light.land[2]),
      `transform="translate(${Math.round(x)} ${Math.round(y)}) scale(${scale.toFixed(3)})"`,
    ),
    'clip-path="url(#pane)"',
  );
  const cloth = mix(curtain, light.tint, light.tintShare * 0.7);
  const fold = (at: number, flip: number) =>
    path(
      `M${at} ${y - 30} h${flip * 92} C${at + flip * 84} ${y + height * 0.4} ${at + flip * 40} ${y + height * 0.7} ${at + flip * 66} ${y + height + 46} H${at} Z`,
      cloth,
    ) +
    path(
      `M${at + flip * 22} ${y - 30} h${flip * 14} C${at + flip * 34} ${y + height * 0.4} ${at + flip * 16} ${y + height * 0.7} ${at + flip * 28} ${y + height + 46} h${flip * -10} Z`,
      mix(cloth, '#000000', 0.06),
    );
  return [
    `<clipPath id="pane">${rect(x, y, width, height, '#fff')}</clipPath>`,
    rect(x - 14, y - 14, width + 28, height + 28, frame, 4),
    outside,
    rect(x + width / 2 - 5, y, 10, height, frame),
    rect(x, y + height * 0.36, width, 8, frame),
    rect(x - 26, y + height + 12, width + 52, 14, mix(frame, '#000000', 0.05), 4),
    fold(x - 44, 1),
    fold(x + width + 44, -1),
    line(x - 70, y - 32, x + width + 70, y - 32, mix('#8a6a48', light.tint, light.tintShare * 0.5), 8),
    circle(x - 74, y - 32, 9, '#b48a5a'),
    circle(x + width + 74, y - 32, 9, '#b48a5a'),
  ].join('');
}

/** A framed picture on the wall. */
export function framed(x: number, y: number, width: number, height: number, light: Light, draw: Draw): string {
  const paper = shown(light, '#fbf6ea');
  const [one, two] = draw.several(['#d9805f', '#3f6f7a', '#e0b25a', '#7b8f6a', '#34486b', '#c9a3a0'], 2);
  const [first, second] = [shown(light, one ?? '#d9805f'), shown(light, two ?? '#3f6f7a')];
  const [midX, midY] = [x + width / 2, y + height / 2];
  const motif = [
    circle(midX, midY - height * 0.08, width * 0.2, first) +
      path(
        `M${x + 18} ${y + height - 18} v-${Math.round(height * 0.24)} C${midX - 20} ${midY} ${midX + 20} ${y + height * 0.9} ${x + width - 18} ${midY + height * 0.1} V${y + height - 18} Z`,
        second,
      ),
    rect(midX - width * 0.24, midY - height * 0.24, width * 0.3, height * 0.42, first) +
      circle(midX + width * 0.1, midY + height * 0.12, width * 0.18, second, 0.85),
    [0, 1, 2]
      .map((at) =>
        ellipse(
          midX,
          midY + (at - 1) * height * 0.18,
          width * (0.3 - at * 0.05),
          height * 0.07,
          at % 2 ? second : first,
        ),
      )
      .join(''),
  ][draw.int(0, 2)];
  return [
    rect(x, y, width, height, shown(light, '#5a4636'), 3),
    rect(x + 8, y + 8, width - 16, height - 16, paper),
    motif ?? '',
  ].join('');
}

/** A hanging lamp; by night it glows. */
export function pendant(x: number, top: number, length: number, color: string, light: Light): string {
  const on = light.litShare > 0.3;
  return [
    line(x, top, x, top + length, shown(light, '#40444a'), 3),
    on ? circle(x, top + length + 52, 150, 'url(#lamp)') : '',
    path(
      `M${x - 58} ${top + length + 56} C${x - 54} ${top + length + 16} ${x - 26} ${top + length} ${x} ${top + length} C${x + 26} ${top + length} ${x + 54} ${top + length + 16} ${x + 58} ${top + length + 56} Z`,
      shown(light, color),
    ),
    ellipse(x, top + length + 57, 56, 8, on ? light.lit : shown(light, '#f4ead6')),
  ].join('');
}

/** A standing lamp whose foot is at (x, y). */
export function floorLamp(x: number, y: number, light: Light): string {
  const on = light.litShare > 0.3;
  return [
    on ? circle(x, y - 350, 210, 'url(#lamp)') : '',
    line(x, y, x, y - 330, shown(light, '#4a4038'), 6),
    ellipse(x, y, 44, 9, shown(light, '#4a4038')),
    polygon(
      [
        [x - 44, y - 390],
        [x + 44, y - 390],
        [x + 66, y - 306],
        [x - 66, y - 306],
      ],
      on ? light.lit : shown(light, '#f2e6cf'),
    ),
  ].join('');
}
