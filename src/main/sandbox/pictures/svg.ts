/** The few SVG shapes that the drawn pictures are made of, on a canvas of 1200 × 800. */

export const WIDTH = 1200;
export const HEIGHT = 800;

const n = (value: number) => String(Math.round(value * 10) / 10);

export function rect(x: number, y: number, width: number, height: number, fill: string, radius = 0): string {
  const rounded = radius > 0 ? ` rx="${n(radius)}"` : '';
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}"${rounded}/>`;
}

export function circle(x: number, y: number, radius: number, fill: string, opacity = 1): string {
  const faded = opacity < 1 ? ` fill-opacity="${opacity}"` : '';
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}"${faded}/>`;
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, opacity = 1): string {
  const faded = opacity < 1 ? ` fill-opacity="${opacity}"` : '';
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${faded}/>`;
}

export function polygon(points: readonly (readonly [number, number])[], fill: string): string {
  return `<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}" fill="${fill}"/>`;
}

/** A path; numbers in `data` are written as they are. */
export function path(data: string, fill: string): string {
  return `<path d="${data}" fill="${fill}"/>`;
}

export function line(x1: number, y1: number, x2: number, y2: number, stroke: string, width: number): string {
  return `<line x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}" stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round"/>`;
}

export function group(content: string, attributes: string): string {
  return `<g ${attributes}>${content}</g>`;
}

/** A linear gradient from top to bottom, to be named as `url(#id)`. */
export function gradient(id: string, stops: readonly string[]): string {
  const marks = stops.map((color, at) => `<stop offset="${n(at / (stops.length - 1))}" stop-color="${color}"/>`);
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${marks.join('')}</linearGradient>`;
}

/** A glow that fades from its middle. */
export function glow(id: string, color: string, opacity: number): string {
  return `<radialGradient id="${id}"><stop offset="0" stop-color="${color}" stop-opacity="${opacity}"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`;
}

/** The colour `share` of the way from one to another; both written #rrggbb. */
export function mix(from: string, to: string, share: number): string {
  const part = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(part(from, at) + (part(to, at) - part(from, at)) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The whole document, shown `width` pixels wide. */
export function picture(definitions: string, content: string, width: number): string {
  const height = Math.round((width * HEIGHT) / WIDTH);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${width}" height="${height}"><defs>${definitions}</defs>${content}</svg>`;
}
