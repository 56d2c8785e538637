/** Draws the icons of `icons.ts`: 24 × 24 units, in the colour of the text around them. */
import { createElement, type ReactElement, type SVGProps } from 'react';

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** The width and height in pixels; 24 by default. */
  readonly size?: number;
  /** The width of the lines in units of the drawing; 2 by default. A filled icon has no lines. */
  readonly stroke?: number;
}

export type Icon = (props: IconProps) => ReactElement;

/** Makes an icon of lines. `path`: SVG path data. */
export function outlined(path: string): Icon {
  return ({ stroke = 2, color = 'currentColor', ...rest }) =>
    drawn(path, {
      fill: 'none',
      stroke: color,
      strokeWidth: stroke,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      ...rest,
    });
}

export function filled(path: string): Icon {
  return ({ stroke: _, color = 'currentColor', ...rest }) => drawn(path, { fill: color, ...rest });
}

const drawn = (d: string, { size = 24, ...rest }: { size?: number } & SVGProps<SVGSVGElement>) =>
  createElement('svg', { width: size, height: size, viewBox: '0 0 24 24', ...rest }, createElement('path', { d }));
