/** The house from the street: a row of town houses, a house with a gable, a modern villa, a block of flats, or a wooden machiya. */
import type { Outline } from '../world/outline.ts';
import type { Draw } from '../world/seeded.ts';
import { backdrop } from './backdrop.ts';
import { tree } from './furnishing.ts';
import { balcony, door, pane, STREET, windowColor } from './house-parts.ts';
import { type Light, shown } from './light.ts';
import { ellipse, HEIGHT, line, mix, polygon, rect, WIDTH } from './svg.ts';

const WALLS = [
  '#e9c9a7',
  '#f2e3cd',
  '#d98f74',
  '#b9c9c2',
  '#e8b98f',
  '#c7d3dd',
  '#e6d0c9',
  '#a9b7a0',
  '#f0d9a0',
  '#cf7f6b',
] as const;
const ROOFS = ['#8b4a3c', '#5b5f6b', '#7a5a4a', '#a65d45'] as const satisfies readonly [string, ...string[]];

export function facade(outline: Outline, light: Light, draw: Draw): string {
  const ground = [
    rect(0, STREET, WIDTH, 40, shown(light, '#d8d2c4')),
    rect(0, STREET + 40, WIDTH, HEIGHT - STREET - 40, shown(light, '#8f959c')),
    rect(0, STREET + 38, WIDTH, 6, shown(light, '#b9b4a8')),
  ];
  return [
    backdrop(outline.city.landscape, light, STREET - 40, draw),
    ...ground,
    building(outline, light, draw),
    planting(light, draw),
  ].join('');
}

function building(outline: Outline, light: Light, draw: Draw): string {
  if (outline.city.code === 'KYO') return machiya(light, draw);
  switch (outline.kind.name) {
    case 'House':
    case 'Guest suite':
      return gabled(light, draw);
    case 'Villa':
      return modern(light, draw);
    case 'Penthouse':
      return block(light, draw);
    case 'Townhouse':
      return row(light, draw);
    default:
      return draw.chance(0.55) || outline.city.landscape === 'canal' ? row(light, draw) : block(light, draw);
  }
}

function row(light: Light, draw: Draw): string {
  const colors = draw.several(WALLS, 5);
  const parts: string[] = [];
  let x = draw.between(-60, 20);
  for (let house = 0; x < WIDTH; house += 1) {
    const width = draw.between(200, 270);
    const top = STREET - draw.between(360, 470);
    parts.push(townhouse(x, top, width, colors[(house * 2) % colors.length] ?? WALLS[0], light, draw));
    x += width;
  }
  return parts.join('');
}

function townhouse(x: number, top: number, width: number, color: string, light: Light, draw: Draw): string {
  const wall = shown(light, color);
  const trim = shown(light, mix(color, '#ffffff', 0.6));
  const roof = shown(light, draw.pick(ROOFS));
  const style = draw.int(0, 2);
  const middle = x + width / 2;
  const crown =
    style === 0
      ? polygon(
          [
            [x - 6, top + 2],
            [middle, top - 92],
            [x + width + 6, top + 2],
          ],
          roof,
        )
      : style === 1
        ? polygon(
            [
              [x, top],
              [x, top - 30],
              [x + width * 0.26, top - 30],
              [x + width * 0.26, top - 66],
              [middle - 18, top - 66],
              [middle - 18, top - 88],
              [middle + 18, top - 88],
              [middle + 18, top - 66],
              [x + width * 0.74, top - 66],
              [x + width * 0.74, top - 30],
              [x + width, top - 30],
              [x + width, top],
            ],
            wall,
          )
        : polygon(
            [
              [x - 4, top + 2],
              [x + 26, top - 62],
              [x + width - 26, top - 62],
              [x + width + 4, top + 2],
            ],
            roof,
          );
  const attic =
    style === 0
      ? rect(middle - 16, top - 46, 32, 34, windowColor(light, draw), 16)
      : style === 2
        ? [0.3, 0.62].map((at) => rect(x + width * at - 6, top - 44, 34, 40, windowColor(light, draw), 4)).join('')
        : rect(middle - 15, top - 52, 30, 36, windowColor(light, draw), 15);
  const parts = [
    rect(x, top, width, STREET - top, wall),
    rect(x, top, 7, STREET - top, shown(light, color, 0.12)),
    crown,
    attic,
    rect(x - 2, top - 2, width + 4, 12, trim),
  ];
  const floors = Math.max(2, Math.floor((STREET - top - 130) / 104));
  for (let floor = 0; floor < floors; floor += 1) {
    const y = top + 34 + floor * 104;
    for (let column = 0; column < 3; column += 1) {
      parts.push(pane(x + width * (0.1 + column * 0.28), y, width * 0.22, 72, light, trim, draw));
    }
    if (floor === floors - 1 && draw.chance(0.5)) parts.push(balcony(x + width * 0.07, y + 72, width * 0.86, light));
  }
  const doorX = x + width * (draw.chance(0.5) ? 0.12 : 0.6);
  parts.push(
    door(doorX, width * 0.26, light, draw),
    pane(doorX > middle ? x + width * 0.12 : x + width * 0.48, STREET - 104, width * 0.36, 72, light, trim, draw),
  );
  return parts.join('');
}

function gabled(light: Light, draw: Draw): string {
  const color = draw.pick(['#f4eee2', '#e9d8bd', '#cfdad6', '#f0d6c4', '#dfe3e4']);
  const roof = draw.pick(ROOFS);
  const [left, right, eaves] = [300, 900, 380];
  const wall = shown(light, color);
  const trim = shown(light, '#ffffff');
  const boards = Array.from({ length: 11 }, (_, at) =>
    rect(left, eaves + 20 + at * 24, right - left, 1.6, shown(light, color, 0.09)),
  );
  return [
    ellipse(600, STREET + 6, 520, 34, shown(light, '#9db08a')),
    rect(735, 190, 54, 120, shown(light, '#a5705c')),
    rect(728, 182, 68, 16, shown(light, '#8a5a4a')),
    rect(left, eaves, right - left, STREET - eaves, wall),
    ...boards,
    polygon(
      [
        [left - 46, eaves + 18],
        [600, 150],
        [right + 46, eaves + 18],
      ],
      shown(light, roof),
    ),
    polygon(
      [
        [left + 34, eaves],
        [600, 206],
        [right - 34, eaves],
      ],
      wall,
    ),
    rect(562, 262, 76, 84, trim, 38),
    rect(570, 270, 60, 76, windowColor(light, draw), 30),
    line(600, 270, 600, 346, trim, 4),
    ...[350, 470, 650, 770].map((x) => pane(x, 420, 80, 84, light, trim, draw)),
    ...[350, 770].map((x) => pane(x, 548, 84, 84, light, trim, draw)),
    rect(482, 528, 236, 14, shown(light, roof)),
    polygon(
      [
        [470, 530],
        [600, 490],
        [730, 530],
      ],
      shown(light, roof, 0.1),
    ),
    rect(494, 540, 12, 120, trim),
    rect(694, 540, 12, 120, trim),
    door(556, 88, light, draw),
    rect(520, STREET - 10, 160, 12, shown(light, '#c9c0b0')),
  ].join('');
}

function modern(light: Light, draw: Draw): string {
  const white = shown(light, '#f6f3ec');
  const wood = shown(light, '#b98a5e');
  const slats = Array.from({ length: 13 }, (_, at) => rect(262 + at * 20, 300, 8, 150, shown(light, '#94683f')));
  const glass = (x: number, y: number, width: number, height: number, parts: number) =>
    [
      rect(x, y, width, height, light.litShare > 0.3 ? light.lit : light.glass),
      light.litShare > 0.3
        ? ''
        : polygon(
            [
              [x + width * 0.1, y],
              [x + width * 0.34, y],
              [x + width * 0.12, y + height],
              [x, y + height],
              [x, y + height * 0.4],
            ],
            mix(light.glass, '#ffffff', 0.35),
          ),
      ...Array.from({ length: parts - 1 }, (_, at) =>
        rect(x + ((at + 1) * width) / parts - 3, y, 6, height, shown(light, '#3d434b')),
      ),
    ].join('');
  return [
    ellipse(600, STREET + 8, 640, 40, shown(light, '#a5b791')),
    rect(250, 280, 560, 190, white),
    rect(250, 296, 280, 158, wood),
    ...slats,
    glass(548, 306, 240, 140, 3),
    rect(232, 264, 610, 22, shown(light, '#e6e1d6')),
    rect(330, 470, 640, 190, shown(light, '#e9e3d8')),
    glass(380, 500, 330, 160, 4),
    rect(312, 456, 676, 20, white),
    door(768, 92, light, draw),
    rect(880, 506, 64, 74, light.litShare > 0.3 ? light.lit : light.glass),
    rect(140, STREET - 26, 180, 30, shown(light, '#d9d3c7')),
    rect(60, STREET + 6, 420, 30, light.time === 'night' ? '#3c6f96' : shown(light, '#79c3d1'), 10),
    line(90, STREET + 18, 190, STREET + 18, mix(shown(light, '#79c3d1'), '#ffffff', 0.5), 3),
    line(250, STREET + 26, 350, STREET + 26, mix(shown(light, '#79c3d1'), '#ffffff', 0.5), 3),
  ].join('');
}

function block(light: Light, draw: Draw): string {
  const color = draw.pick(['#ead9c3', '#d9a58a', '#c9d2d6', '#e7ded2', '#b98a78']);
  const wall = shown(light, color);
  const trim = shown(light, mix(color, '#ffffff', 0.55));
  const parts = [
    rect(120, 330, 220, STREET - 330, shown(light, '#cbb9a6', 0.1)),
    rect(880, 270, 240, STREET - 270, shown(light, '#b8bfc2', 0.1)),
    ...[360, 460, 560].flatMap((y) =>
      [150, 240, 915, 1015].map((x) => rect(x, y, 52, 62, windowColor(light, draw), 3)),
    ),
    rect(330, 120, 560, STREET - 120, wall),
    rect(330, 120, 10, STREET - 120, shown(light, color, 0.12)),
    rect(318, 108, 584, 18, trim),
    rect(420, 50, 380, 60, shown(light, mix(color, '#ffffff', 0.3))),
    ...[440, 530, 620, 710].map((x) => rect(x, 62, 72, 48, light.litShare > 0.3 ? light.lit : light.glass, 2)),
    rect(402, 40, 416, 12, trim),
  ];
  for (let floor = 0; floor < 4; floor += 1) {
    const y = 156 + floor * 106;
    for (let column = 0; column < 4; column += 1) {
      const x = 366 + column * 128;
      parts.push(pane(x, y, 92, 70, light, trim, draw));
      if ((column + floor) % 2 === 0) parts.push(balcony(x - 8, y + 68, 108, light));
    }
  }
  parts.push(
    rect(330, 574, 560, 12, trim),
    rect(362, 598, 150, 62, light.litShare > 0.3 ? light.lit : light.glass),
    door(566, 88, light, draw),
    rect(708, 598, 150, 62, light.litShare > 0.3 ? light.lit : light.glass),
  );
  const awning = shown(light, draw.pick(['#b7513f', '#3f6f67', '#c99a3f']));
  for (let stripe = 0; stripe < 8; stripe += 1)
    parts.push(rect(704 + stripe * 20, 588, 20, 26, stripe % 2 === 0 ? awning : trim));
  return parts.join('');
}

function machiya(light: Light, draw: Draw): string {
  const tile = shown(light, '#59606b');
  const timber = shown(light, '#6b4a34');
  const plaster = shown(light, '#efe6d3');
  const warm = light.litShare > 0.1 ? light.lit : shown(light, '#f3e4c0');
  const lattice = (x: number, y: number, width: number, height: number) =>
    [
      rect(x, y, width, height, warm),
      ...Array.from({ length: Math.floor(width / 13) }, (_, at) => rect(x + 4 + at * 13, y, 5, height, timber)),
    ].join('');
  const tiles = (y: number, left: number, right: number) =>
    Array.from({ length: Math.floor((right - left) / 26) }, (_, at) =>
      ellipse(left + 13 + at * 26, y, 13, 7, shown(light, '#4a515c')),
    ).join('');
  const lanterns = [420, 780].map((x) =>
    [
      line(x, 470, x, 492, timber, 3),
      ellipse(x, 516, 20, 26, light.litShare > 0.3 ? '#ffb36b' : shown(light, '#d9583f')),
      rect(x - 9, 488, 18, 5, timber),
      rect(x - 9, 540, 18, 5, timber),
    ].join(''),
  );
  return [
    rect(250, 300, 700, 130, plaster),
    lattice(310, 326, 250, 78),
    lattice(640, 326, 250, 78),
    `<path d="M150 300 C250 288 300 250 340 208 H860 C900 250 950 288 1050 300 Z" fill="${tile}"/>`,
    rect(330, 196, 540, 16, shown(light, '#3f4650'), 8),
    tiles(298, 158, 1042),
    rect(230, 440, 740, STREET - 440, timber),
    rect(246, 468, 708, STREET - 480, plaster),
    lattice(262, 480, 200, 160),
    lattice(738, 480, 200, 160),
    `<path d="M130 448 C220 440 260 424 290 404 H910 C940 424 980 440 1070 448 Z" fill="${tile}"/>`,
    tiles(447, 140, 1060),
    rect(500, 476, 200, STREET - 476, shown(light, '#4d3526')),
    ...[0, 1, 2, 3].map((at) =>
      [
        rect(506 + at * 49, 484, 44, 82, draw.chance(0.5) ? shown(light, '#2f4a6b') : shown(light, '#35527a')),
        ellipse(528 + at * 49, 524, 10, 10, shown(light, '#f0e9da')),
      ].join(''),
    ),
    ...lanterns,
    rect(470, STREET - 8, 260, 12, shown(light, '#a39c90')),
  ].join('');
}

function planting(light: Light, draw: Draw): string {
  const side = draw.chance(0.5);
  return [
    tree(side ? 110 : 1090, STREET + 8, draw.between(1, 1.25), light, draw),
    draw.chance(0.6) ? tree(side ? 1110 : 90, STREET + 14, draw.between(0.7, 0.95), light, draw) : '',
  ].join('');
}
