/** What lies behind: sky, sun or moon, and the land of the city down to a horizon. */
import type { Landscape } from '../world/city.ts';
import type { Draw } from '../world/seeded.ts';
import type { Light } from './light.ts';
import { circle, ellipse, glow, gradient, group, line, mix, path, polygon, rect, WIDTH } from './svg.ts';

/** Gradients that a backdrop refers to. */
export function backdropDefinitions(light: Light): string {
  return [
    gradient('sky', light.sky),
    gradient('water', light.water),
    glow('halo', light.sun, light.time === 'night' ? 0.35 : 0.75),
  ].join('');
}

/** The backdrop down to `horizon`; what is below it is left to the caller. */
export function backdrop(landscape: Landscape, light: Light, horizon: number, draw: Draw): string {
  return [
    rect(0, 0, WIDTH, horizon + 60, 'url(#sky)'),
    heaven(light, horizon, draw),
    land(landscape, light, horizon, draw),
  ].join('');
}

function heaven(light: Light, horizon: number, draw: Draw): string {
  const x = draw.between(180, WIDTH - 180);
  const y = Math.max(90, horizon * light.sunHeight);
  const night = light.time === 'night';
  const stars = night
    ? Array.from({ length: 46 }, () =>
        circle(draw.between(0, WIDTH), draw.between(0, horizon * 0.8), draw.between(0.8, 2.2), '#ffffff', 0.75),
      )
    : [];
  const sun = [circle(x, y, night ? 130 : 220, 'url(#halo)'), circle(x, y, night ? 34 : 52, light.sun)];
  const bite = night ? [circle(x + 15, y - 9, 30, mix(light.sky[0], light.sky[1], 0.45))] : [];
  const clouds = Array.from({ length: night ? 2 : 4 }, () =>
    cloud(draw.between(-40, WIDTH), draw.between(50, horizon * 0.5), draw.between(0.6, 1.25), light.cloud),
  );
  return [...stars, ...sun, ...bite, ...clouds].join('');
}

function cloud(x: number, y: number, size: number, color: string): string {
  const puffs = [
    rect(0, 20, 190, 26, color, 13),
    rect(36, 0, 104, 40, color, 20),
    rect(-34, 32, 130, 20, color, 10),
  ].join('');
  return group(
    puffs,
    `transform="translate(${Math.round(x)} ${Math.round(y)}) scale(${size.toFixed(2)})" opacity="0.55"`,
  );
}

function land(landscape: Landscape, light: Light, horizon: number, draw: Draw): string {
  switch (landscape) {
    case 'sea':
      return sea(light, horizon, draw);
    case 'hills':
      return light.land
        .map((color, layer) => hills(color, horizon - 130 + layer * 52, horizon, 70 - layer * 12, draw))
        .join('');
    case 'alps':
      return alps(light, horizon, draw);
    case 'canal':
      return [
        roofs(light.land[0], light, horizon - 120, horizon, 70, draw),
        roofs(light.land[1], light, horizon - 60, horizon, 92, draw),
        rect(0, horizon - 6, WIDTH, 70, 'url(#water)'),
      ].join('');
    case 'roofs':
      return [
        hills(light.land[0], horizon - 130, horizon, 60, draw),
        roofs(light.land[1], light, horizon - 90, horizon, 84, draw),
        roofs(light.land[2], light, horizon - 36, horizon, 112, draw),
      ].join('');
    case 'skyline':
      return [
        towers(light.land[0], light, horizon, 250, 58, draw),
        towers(light.land[1], light, horizon, 170, 74, draw),
        hills(light.land[2], horizon - 26, horizon, 22, draw),
      ].join('');
    case 'desert':
      return desert(light, horizon, draw);
  }
}

/** A band of soft hills whose crests lie about `top`. */
function hills(color: string, top: number, bottom: number, swing: number, draw: Draw): string {
  const points = Array.from({ length: 6 }, (_, at) => ({ x: (at * WIDTH) / 5, y: top + draw.between(-swing, swing) }));
  let data = `M0 ${Math.round(points[0]?.y ?? top)}`;
  for (let at = 1; at < points.length; at += 1) {
    const [from, to] = [points[at - 1], points[at]];
    if (!from || !to) continue;
    const middle = Math.round((from.x + to.x) / 2);
    data += ` C${middle} ${Math.round(from.y)} ${middle} ${Math.round(to.y)} ${Math.round(to.x)} ${Math.round(to.y)}`;
  }
  return path(`${data} V${bottom + 60} H0 Z`, color);
}

function sea(light: Light, horizon: number, draw: Draw): string {
  const level = horizon - 90;
  const side = draw.chance(0.5) ? 0 : 1;
  const headland =
    side === 0
      ? `M0 ${level - 130} C160 ${level - 150} 280 ${level - 40} 470 ${level + 4} H0 Z`
      : `M${WIDTH} ${level - 140} C${WIDTH - 180} ${level - 160} ${WIDTH - 300} ${level - 50} ${WIDTH - 520} ${level + 4} H${WIDTH} Z`;
  const waves = Array.from({ length: 14 }, () => {
    const x = draw.between(0, WIDTH);
    const y = level + draw.between(12, 90);
    return line(
      x,
      y,
      x + draw.between(24, 90),
      y,
      mix(light.water[0], '#ffffff', light.time === 'night' ? 0.16 : 0.5),
      2,
    );
  });
  const boats = Array.from({ length: draw.int(1, 3) }, () =>
    boat(draw.between(300, 900), level + draw.between(6, 26), draw.between(0.6, 1), light),
  );
  return [path(headland, light.land[1]), rect(0, level, WIDTH, 160, 'url(#water)'), ...waves, ...boats].join('');
}

function boat(x: number, y: number, size: number, light: Light): string {
  const sail = light.time === 'night' ? '#c5cbe0' : '#fffdf7';
  const parts = [
    polygon(
      [
        [0, -64],
        [0, -8],
        [36, -8],
      ],
      sail,
    ),
    polygon(
      [
        [-5, -52],
        [-5, -8],
        [-26, -8],
      ],
      mix(sail, light.land[0], 0.3),
    ),
    path('M-34 -3 H44 L32 10 H-24 Z', light.land[2]),
  ];
  return group(parts.join(''), `transform="translate(${Math.round(x)} ${Math.round(y)}) scale(${size.toFixed(2)})"`);
}

function alps(light: Light, horizon: number, draw: Draw): string {
  const snow = light.time === 'night' ? '#8d9cc4' : mix('#ffffff', light.sky[1], 0.22);
  const peaks = Array.from({ length: 6 }, (_, at) => {
    const x = at * 230 + draw.between(-60, 60);
    const top = horizon - draw.between(190, 320);
    const half = draw.between(170, 250);
    const base = horizon + 20;
    const cap = 0.3;
    const [leftX, rightX, capY] = [x - half * cap, x + half * cap, top + (base - top) * cap];
    return [
      polygon(
        [
          [x - half, base],
          [x, top],
          [x + half, base],
        ],
        light.land[at % 2 === 0 ? 0 : 1],
      ),
      polygon(
        [
          [x, top],
          [rightX, capY],
          [x + half * 0.14, capY - 14],
          [x, capY + 12],
          [x - half * 0.13, capY - 10],
          [leftX, capY],
        ],
        snow,
      ),
    ].join('');
  });
  return [
    ...peaks,
    rect(0, horizon - 46, WIDTH, 110, 'url(#water)'),
    hills(light.land[2], horizon - 12, horizon, 10, draw),
  ].join('');
}

function roofs(color: string, light: Light, top: number, bottom: number, width: number, draw: Draw): string {
  const parts: string[] = [];
  for (let x = -30; x < WIDTH; ) {
    const wide = width * draw.between(0.75, 1.3);
    const eaves = top + draw.between(-26, 26);
    const ridge = eaves - wide * draw.between(0.28, 0.55);
    parts.push(
      polygon(
        [
          [x, bottom + 60],
          [x, eaves],
          [x + wide / 2, ridge],
          [x + wide, eaves],
          [x + wide, bottom + 60],
        ],
        mix(color, light.sky[2], draw.between(0, 0.16)),
      ),
    );
    if (draw.chance(light.litShare + 0.25))
      parts.push(
        rect(x + wide / 2 - 6, eaves + 8, 12, 16, light.litShare > 0.3 ? light.lit : mix(color, '#ffffff', 0.3)),
      );
    x += wide;
  }
  return parts.join('');
}

function towers(color: string, light: Light, horizon: number, height: number, width: number, draw: Draw): string {
  const parts: string[] = [];
  for (let x = -20; x < WIDTH; ) {
    const wide = width * draw.between(0.6, 1.3);
    const tall = height * draw.between(0.35, 1);
    parts.push(rect(x, horizon - tall, wide, tall + 60, mix(color, light.sky[2], draw.between(0, 0.18)), 2));
    if (draw.chance(0.18)) parts.push(line(x + wide / 2, horizon - tall, x + wide / 2, horizon - tall - 34, color, 4));
    for (let y = horizon - tall + 14; y < horizon - 26; y += 22) {
      for (let column = x + 9; column < x + wide - 12; column += 17) {
        if (draw.chance(Math.max(0.1, light.litShare * 0.7)))
          parts.push(rect(column, y, 7, 11, light.litShare > 0.3 ? light.lit : mix(color, '#ffffff', 0.28)));
      }
    }
    x += wide + draw.between(-4, 16);
  }
  return parts.join('');
}

function desert(light: Light, horizon: number, draw: Draw): string {
  const x = draw.between(320, 880);
  const top = horizon - 290;
  const snow = light.time === 'night' ? '#8d9cc4' : '#fbf4ec';
  return [
    path(
      `M${x - 470} ${horizon + 20} C${x - 230} ${horizon - 40} ${x - 120} ${top + 40} ${x - 48} ${top} H${x + 48} C${x + 130} ${top + 60} ${x + 240} ${horizon - 30} ${x + 480} ${horizon + 20} Z`,
      light.land[0],
    ),
    path(
      `M${x - 48} ${top} H${x + 48} L${x + 92} ${top + 62} L${x + 44} ${top + 44} L${x + 8} ${top + 78} L${x - 34} ${top + 46} L${x - 84} ${top + 56} Z`,
      snow,
    ),
    ellipse(x, horizon + 20, 700, 60, light.land[1]),
    roofs(light.land[1], light, horizon - 40, horizon, 96, draw),
    hills(light.land[2], horizon - 10, horizon, 12, draw),
  ].join('');
}
