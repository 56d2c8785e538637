/** The view: the city's land beyond a balcony or a terrace. */
import type { Outline } from '../world/outline.ts';
import type { Draw } from '../world/seeded.ts';
import { backdrop } from './backdrop.ts';
import { plant, tree } from './furnishing.ts';
import { type Light, shown } from './light.ts';
import { circle, ellipse, HEIGHT, line, mix, rect, WIDTH } from './svg.ts';

export function view(outline: Outline, light: Light, draw: Draw): string {
  const horizon = 560;
  const below = light.time === 'night' ? mix(light.land[2], '#0d1530', 0.3) : mix(light.land[2], light.ground, 0.25);
  const far = [
    backdrop(outline.city.landscape, light, horizon, draw),
    rect(0, horizon + 40, WIDTH, HEIGHT - horizon, below),
  ];
  const trees = [60, 300, 910, 1150].map((x) =>
    tree(x + draw.between(-40, 40), 760, draw.between(0.55, 0.9), light, draw),
  );
  return [...far, ...trees, draw.chance(0.5) ? balcony(light, draw) : terrace(light, draw)].join('');
}

function balcony(light: Light, draw: Draw): string {
  const iron = shown(light, '#31373f');
  const bars = Array.from({ length: 31 }, (_, at) => rect(at * 40 + 8, 600, 5, 150, iron));
  const rings = Array.from(
    { length: 30 },
    (_, at) => `<circle cx="${at * 40 + 30.5}" cy="630" r="11" fill="none" stroke="${iron}" stroke-width="4"/>`,
  );
  return [
    ...bars,
    ...rings,
    rect(0, 590, WIDTH, 14, iron, 6),
    rect(0, 742, WIDTH, 10, iron),
    rect(0, 752, WIDTH, 48, shown(light, '#d3c7b4')),
    cafeTable(draw.chance(0.5) ? 340 : 860, light),
    plant(draw.chance(0.5) ? 1080 : 120, 778, 1.15, light, draw),
  ].join('');
}

function terrace(light: Light, draw: Draw): string {
  const wall = shown(light, '#efe4d2');
  const boards = Array.from({ length: 12 }, (_, at) =>
    line(-260 + at * 150, HEIGHT, 60 + at * 98, 700, shown(light, '#9a7450'), 2),
  );
  const bulbs = Array.from({ length: 15 }, (_, at) => {
    const x = 40 + at * 80;
    const y = 96 + Math.sin((at / 14) * Math.PI) * 74;
    const glowing = light.litShare > 0.3 ? circle(x, y + 8, 26, 'url(#lamp)') : '';
    return glowing + circle(x, y + 8, 8, light.litShare > 0.1 ? light.lit : '#fff6dc');
  });
  return [
    `<path d="M0 86 Q600 244 1200 86" fill="none" stroke="${shown(light, '#4a4f57')}" stroke-width="4"/>`,
    ...bulbs,
    rect(0, 640, WIDTH, 66, wall),
    rect(0, 630, WIDTH, 16, shown(light, '#fbf4e6'), 4),
    rect(0, 700, WIDTH, 100, shown(light, '#b98d63')),
    ...boards,
    plant(110, 760, 1.1, light, draw),
    plant(1090, 756, 1.25, light, draw),
    cafeTable(600, light),
  ].join('');
}

function cafeTable(x: number, light: Light): string {
  const iron = shown(light, '#3c4f52');
  const chair = (side: number) =>
    [
      line(x + side * 150, 650, x + side * 158, 776, iron, 7),
      line(x + side * 84, 714, x + side * 78, 776, iron, 7),
      rect(side > 0 ? x + 80 : x - 154, 706, 74, 12, iron, 6),
      `<path d="M${x + side * 150} 714 Q${x + side * 170} 650 ${x + side * 146} 600" fill="none" stroke="${iron}" stroke-width="8" stroke-linecap="round"/>`,
    ].join('');
  return [
    chair(-1),
    chair(1),
    line(x, 676, x, 776, iron, 8),
    ellipse(x, 778, 44, 8, iron),
    ellipse(x, 674, 88, 14, shown(light, '#f3eee2')),
    rect(x - 36, 646, 20, 26, shown(light, '#dd9a5b'), 4),
    ellipse(x + 26, 668, 22, 6, shown(light, '#ffffff')),
    rect(x + 14, 650, 24, 17, shown(light, '#5f7f86'), 5),
  ].join('');
}
