/** The light of a picture: colours of the sky, of the land and of what stands in it, by the time of day. */
import { mix } from './svg.ts';

export type TimeOfDay = 'morning' | 'day' | 'evening' | 'night';

export interface Light {
  readonly time: TimeOfDay;
  readonly sky: readonly [string, string, string];
  readonly sun: string;
  readonly sunHeight: number;
  readonly cloud: string;
  /** Layers of land from far to near, and the ground. */
  readonly land: readonly [string, string, string];
  readonly water: readonly [string, string];
  readonly ground: string;
  readonly leaf: readonly [string, string];
  /** Glass by this light, and a lit window. */
  readonly glass: string;
  readonly lit: string;
  readonly litShare: number;
  /** What the light does to a colour. */
  readonly tint: string;
  readonly tintShare: number;
}

const LIGHTS: Record<TimeOfDay, Light> = {
  morning: {
    time: 'morning',
    sky: ['#a9c4de', '#f2d3c4', '#fdf0e0'],
    sun: '#fff6df',
    sunHeight: 0.62,
    cloud: '#fffaf4',
    land: ['#cdbfcb', '#b0abba', '#8f9aa0'],
    water: ['#c9d3dc', '#9fb6c6'],
    ground: '#c9c3ae',
    leaf: ['#8aa27f', '#6f8b6c'],
    glass: '#c4d6df',
    lit: '#ffe2a8',
    litShare: 0.12,
    tint: '#f7d9c4',
    tintShare: 0.14,
  },
  day: {
    time: 'day',
    sky: ['#86c0e6', '#bfe0f0', '#eef7f7'],
    sun: '#fffbe8',
    sunHeight: 0.2,
    cloud: '#ffffff',
    land: ['#bcd5da', '#94bcb0', '#739f83'],
    water: ['#7dbdcf', '#4f9ab5'],
    ground: '#d3cdb8',
    leaf: ['#7aab73', '#568a5c'],
    glass: '#a9cfdf',
    lit: '#ffe9bd',
    litShare: 0,
    tint: '#ffffff',
    tintShare: 0.04,
  },
  evening: {
    time: 'evening',
    sky: ['#51609c', '#d98a84', '#fbd596'],
    sun: '#ffe3a3',
    sunHeight: 0.7,
    cloud: '#f7c3a5',
    land: ['#a47f9a', '#7b6690', '#56507c'],
    water: ['#c98d8e', '#6b6594'],
    ground: '#8f8090',
    leaf: ['#5f6f67', '#475a5c'],
    glass: '#6f7fa3',
    lit: '#ffd98a',
    litShare: 0.5,
    tint: '#8a5f7d',
    tintShare: 0.26,
  },
  night: {
    time: 'night',
    sky: ['#111c3b', '#22335f', '#4a5a8a'],
    sun: '#f4f1df',
    sunHeight: 0.2,
    cloud: '#33446f',
    land: ['#33436f', '#26355e', '#1b284c'],
    water: ['#2d4271', '#1c2c55'],
    ground: '#2b3557',
    leaf: ['#23405a', '#1a3149'],
    glass: '#2f4470',
    lit: '#ffd27a',
    litShare: 0.62,
    tint: '#1a2750',
    tintShare: 0.5,
  },
};

export function lightOf(time: TimeOfDay): Light {
  return LIGHTS[time];
}

/** A colour of its own as this light shows it; `more` is the share of shade on top. */
export function shown(light: Light, color: string, more = 0): string {
  const lit = mix(color, light.tint, light.tintShare);
  return more > 0 ? mix(lit, '#1d2340', more) : lit;
}

/** The light inside by this light outside: lamps keep a room warm when it is dark. */
export function indoors(light: Light): Light {
  if (light.time === 'night') return { ...light, tint: '#70503f', tintShare: 0.3 };
  return light.time === 'evening' ? { ...light, tint: '#d99a76', tintShare: 0.2 } : light;
}
