/** Rooms: living room, bedroom and kitchen, each with the city outside its window. */
import type { Outline } from '../world/outline.ts';
import type { Draw } from '../world/seeded.ts';
import { floorLamp, framed, pendant, plant, windowWithView } from './furnishing.ts';
import { indoors, type Light, shown } from './light.ts';
import { ellipse, HEIGHT, line, mix, path, polygon, rect, WIDTH } from './svg.ts';

const FLOOR = 610;

interface Scheme {
  readonly wall: string;
  readonly cloth: string;
  readonly accent: string;
  readonly curtain: string;
}

const SCHEMES: readonly [Scheme, ...Scheme[]] = [
  { wall: '#f1e7d8', cloth: '#5f7f86', accent: '#dd9a5b', curtain: '#fbf6ec' },
  { wall: '#dfe5df', cloth: '#c9805e', accent: '#e7c46f', curtain: '#f7f3ea' },
  { wall: '#e9dcd3', cloth: '#7a6a8a', accent: '#d6a6a0', curtain: '#f6eee4' },
  { wall: '#d9e2e6', cloth: '#d2a24c', accent: '#4f7a86', curtain: '#f9f6f0' },
  { wall: '#f3ead0', cloth: '#4f7a63', accent: '#d98468', curtain: '#fdf8ea' },
  { wall: '#2f4858', cloth: '#d9b27c', accent: '#e07a5f', curtain: '#e9e2d4' },
];

export function livingRoom(outline: Outline, outside: Light, draw: Draw): string {
  const light = indoors(outside);
  const scheme = draw.pick(SCHEMES);
  const cloth = shown(light, scheme.cloth);
  const dark = mix(cloth, '#1d2340', 0.14);
  const left = draw.chance(0.5);
  const windowX = left ? 130 : 640;
  const sofa = left ? 560 : 130;
  const cushion = (x: number, color: string) =>
    `<g transform="rotate(-8 ${x + 40} 500)">${rect(x, 462, 82, 82, shown(light, color), 16)}</g>`;
  return [
    room(scheme.wall, light, draw),
    windowWithView(windowX, 120, 430, 320, outline.city.landscape, outside, draw, scheme.curtain),
    framed(left ? 720 : 240, 150, 150, 190, light, draw),
    framed(left ? 900 : 420, 180, 120, 140, light, draw),
    rug(600, 690, 470, light, scheme.accent),
    floorLamp(left ? 1120 : 80, 640, light),
    rect(sofa + 20, 400, 480, 170, dark, 40),
    rect(sofa + 30, 412, 226, 150, cloth, 30),
    rect(sofa + 264, 412, 226, 150, cloth, 30),
    rect(sofa + 10, 540, 500, 90, mix(cloth, '#ffffff', 0.08), 22),
    rect(sofa - 24, 470, 74, 170, dark, 34),
    rect(sofa + 470, 470, 74, 170, dark, 34),
    ...[sofa + 20, sofa + 490].map((x) => rect(x - 8, 636, 14, 30, shown(light, '#5a4434'))),
    cushion(sofa + 60, scheme.accent),
    cushion(sofa + 372, mix(scheme.accent, '#ffffff', 0.45)),
    ellipse(sofa + 250, 716, 170, 30, shown(light, '#a9794f')),
    ellipse(sofa + 250, 708, 170, 28, shown(light, '#c29263')),
    ...[-110, 110].map((offset) =>
      line(sofa + 250 + offset, 722, sofa + 250 + offset * 1.12, 776, shown(light, '#7f5a3a'), 10),
    ),
    rect(sofa + 170, 688, 92, 12, shown(light, '#34506e'), 2),
    rect(sofa + 178, 676, 84, 12, shown(light, '#e0b25a'), 2),
    ellipse(sofa + 320, 696, 24, 9, shown(light, '#f7f2e6')),
    plant(left ? 500 : 710, 660, 1, light, draw),
  ].join('');
}

export function bedroom(outline: Outline, outside: Light, draw: Draw): string {
  const light = indoors(outside);
  const scheme = draw.pick(SCHEMES);
  const left = draw.chance(0.5);
  const bed = left ? 500 : 130;
  const blanket = shown(light, scheme.cloth);
  const linen = shown(light, '#fbf8f1');
  const wood = shown(light, draw.pick(['#a9764a', '#7d5a40', '#c79a6b']));
  const table = (x: number) =>
    [
      rect(x, 530, 100, 110, mix(wood, '#000000', 0.1), 8),
      rect(x + 12, 552, 76, 32, wood, 4),
      light.litShare > 0.3 ? ellipse(x + 50, 452, 150, 130, 'url(#lamp)') : '',
      rect(x + 44, 488, 12, 42, shown(light, '#7a6a58')),
      polygon(
        [
          [x + 22, 424],
          [x + 78, 424],
          [x + 92, 490],
          [x + 8, 490],
        ],
        light.litShare > 0.3 ? light.lit : shown(light, '#f3e8d2'),
      ),
    ].join('');
  return [
    room(scheme.wall, light, draw),
    windowWithView(left ? 110 : 760, 130, 320, 330, outline.city.landscape, outside, draw, scheme.curtain),
    framed(bed + 130, 130, 130, 160, light, draw),
    framed(bed + 300, 130, 130, 160, light, draw),
    rug(bed + 280, 706, 430, light, scheme.accent),
    table(bed - 100),
    table(bed + 560),
    rect(bed + 10, 330, 540, 260, wood, 40),
    ...[1, 2, 3, 4, 5].map((at) => rect(bed + 10 + at * 90, 346, 3, 160, mix(wood, '#000000', 0.14))),
    rect(bed + 24, 500, 512, 160, linen, 26),
    ...[bed + 56, bed + 296].map((x) => rect(x, 442, 208, 104, mix(linen, '#8fa0b5', 0.08), 34)),
    ...[bed + 120, bed + 330].map((x) => rect(x, 480, 110, 76, shown(light, scheme.accent), 24)),
    path(
      `M${bed} 580 C${bed + 120} 556 ${bed + 430} 556 ${bed + 560} 580 V724 C${bed + 560} 740 ${bed + 540} 744 ${bed + 520} 744 H${bed + 40} C${bed + 16} 744 ${bed} 738 ${bed} 722 Z`,
      blanket,
    ),
    path(
      `M${bed} 580 C${bed + 120} 556 ${bed + 430} 556 ${bed + 560} 580 V612 C${bed + 430} 590 ${bed + 120} 590 ${bed} 612 Z`,
      mix(blanket, '#ffffff', 0.5),
    ),
    ...[0.25, 0.5, 0.75].map((at) =>
      path(`M${bed + 560 * at} 600 q10 70 -4 142 h6 q14 -70 4 -142 Z`, mix(blanket, '#1d2340', 0.1)),
    ),
    ...[bed + 36, bed + 510].map((x) => rect(x, 742, 16, 26, mix(wood, '#000000', 0.25))),
  ].join('');
}

export function kitchen(outline: Outline, outside: Light, draw: Draw): string {
  const light = indoors(outside);
  const scheme = draw.pick(SCHEMES);
  const front = shown(light, draw.pick(['#6f8a7c', '#e9e4da', '#3f5d73', '#c9a27c', '#8f9a8c']));
  const top = shown(light, '#efe6d8');
  const steel = shown(light, '#c3cace');
  const left = draw.chance(0.5);
  const windowX = left ? 170 : 700;
  const shelfX = left ? 700 : 140;
  const jars = Array.from({ length: 6 }, (_, at) =>
    rect(
      shelfX + 20 + at * 54,
      196 + (at % 3) * 8,
      32,
      60 - (at % 3) * 8,
      shown(light, ['#d98468', '#f0e7d6', '#6f8f7a', '#e0b25a', '#4f7a86', '#c9a3a0'][at] ?? '#f0e7d6'),
      7,
    ),
  );
  const cups = Array.from({ length: 5 }, (_, at) =>
    path(
      `M${shelfX + 26 + at * 66} 330 h42 v20 a18 18 0 0 1 -18 18 h-6 a18 18 0 0 1 -18 -18 Z`,
      shown(light, at % 2 ? '#f6f0e4' : '#dd9a5b'),
    ),
  );
  const tiles = Array.from({ length: 12 }, (_, at) =>
    rect(at * 104 + 2, 424, 100, 46, shown(light, mix('#f6f2ea', scheme.accent, at % 3 === 0 ? 0.16 : 0.05)), 3),
  );
  return [
    room(scheme.wall, light, draw),
    windowWithView(windowX, 110, 330, 250, outline.city.landscape, outside, draw, scheme.curtain),
    rect(shelfX, 256, 360, 14, shown(light, '#a9764a'), 3),
    ...jars,
    rect(shelfX, 368, 360, 14, shown(light, '#a9764a'), 3),
    ...cups,
    rect(0, 420, WIDTH, 60, shown(light, '#e5ddcf')),
    ...tiles,
    rect(0, 474, WIDTH, 22, top),
    rect(0, 496, WIDTH, 150, front),
    ...[0, 1, 2, 3, 4, 5].map((at) =>
      [
        rect(at * 200 + 10, 508, 180, 126, mix(front, '#ffffff', 0.08), 5),
        rect(at * 200 + 70, 524, 60, 7, shown(light, '#b08d57'), 3),
      ].join(''),
    ),
    rect(left ? 900 : 200, 508, 180, 126, shown(light, '#4a5158'), 6),
    rect(
      left ? 918 : 218,
      548,
      144,
      70,
      light.litShare > 0.3 ? mix(light.lit, '#d9803f', 0.3) : shown(light, '#2d3338'),
      6,
    ),
    path(`M${windowX + 150} 474 v-62 a28 28 0 0 1 56 0 v14 h-12 v-14 a16 16 0 0 0 -32 0 v62 Z`, steel),
    path(
      `M${left ? 950 : 250} 470 h92 v-34 a10 10 0 0 0 -10 -10 h-72 a10 10 0 0 0 -10 10 Z`,
      shown(light, scheme.cloth),
    ),
    rect(left ? 946 : 246, 420, 100, 9, steel, 4),
    pendant(430, 0, 96, scheme.accent, light),
    pendant(600, 0, 96, scheme.accent, light),
    pendant(770, 0, 96, scheme.accent, light),
    ellipse(600, 700, 400, 44, shown(light, '#8a623f')),
    ellipse(600, 688, 400, 44, shown(light, '#c0905f')),
    ...[-250, 250].map((offset) => line(600 + offset, 716, 600 + offset * 1.1, 800, shown(light, '#6b4a30'), 18)),
    path('M470 690 q130 44 230 0 l-24 -26 h-180 Z', shown(light, '#f5efe2')),
    ...[
      [520, 656, '#d9583f'],
      [562, 650, '#e6a23c'],
      [606, 654, '#8fae5a'],
      [644, 660, '#d9583f'],
    ].map(([x, y, color]) => ellipse(Number(x), Number(y), 26, 24, shown(light, String(color)))),
    plant(820, 700, 0.62, light, draw),
  ].join('');
}

function room(wall: string, light: Light, draw: Draw): string {
  const color = shown(light, wall);
  const floor = shown(light, draw.pick(['#c99f74', '#b58860', '#d8b58c', '#a37a57']));
  const boards = Array.from({ length: 9 }, (_, at) =>
    line(-300 + at * 225, HEIGHT, 180 + at * 105, FLOOR, mix(floor, '#000000', 0.09), 2),
  );
  const panels = draw.chance(0.4)
    ? Array.from(
        { length: 5 },
        (_, at) =>
          `<rect x="${30 + at * 235}" y="470" width="200" height="96" fill="none" stroke="${mix(color, '#000000', 0.07)}" stroke-width="4"/>`,
      )
    : [];
  return [
    rect(0, 0, WIDTH, FLOOR, color),
    ...panels,
    rect(0, FLOOR, WIDTH, HEIGHT - FLOOR, floor),
    ...boards,
    rect(0, FLOOR - 22, WIDTH, 22, mix(color, '#ffffff', 0.5)),
    rect(0, FLOOR - 2, WIDTH, 4, mix(floor, '#000000', 0.2)),
  ].join('');
}

function rug(x: number, y: number, half: number, light: Light, accent: string): string {
  const color = shown(light, mix('#f3ead9', accent, 0.28));
  return [
    ellipse(x, y, half, 62, color),
    ellipse(x, y, half * 0.92, 53, shown(light, mix('#f7f0e3', accent, 0.1))),
    ellipse(x, y, half * 0.82, 45, color),
  ].join('');
}
