/** Parses Electron's menu accelerators (`CmdOrCtrl+Shift+K`) into a form that the page compares with key presses. */
import type { PageAccelerator } from './page-side.ts';

const KEYS: Readonly<Record<string, string>> = {
  plus: '+',
  space: ' ',
  esc: 'escape',
  return: 'enter',
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright',
};

/** Throws on an unknown modifier or a missing key, as Electron does. */
export function parseAccelerator(id: string, text: string, platform: NodeJS.Platform): PageAccelerator {
  const mac = platform === 'darwin';
  const parts = text.endsWith('++') ? [...text.slice(0, -2).split('+'), '+'] : text.split('+');
  const found = { ctrl: false, meta: false, alt: false, shift: false };
  for (const part of parts.slice(0, -1)) {
    switch (part.toLowerCase()) {
      case 'cmdorctrl':
      case 'commandorcontrol':
        found[mac ? 'meta' : 'ctrl'] = true;
        break;
      case 'ctrl':
      case 'control':
        found.ctrl = true;
        break;
      case 'cmd':
      case 'command':
      case 'super':
      case 'meta':
        found.meta = true;
        break;
      case 'alt':
      case 'option':
        found.alt = true;
        break;
      case 'shift':
        found.shift = true;
        break;
      default:
        throw new Error(`conversion failure from ${text}: no modifier ${part}`);
    }
  }
  const key = parts.at(-1)?.toLowerCase() ?? '';
  if (key === '') throw new Error(`conversion failure from ${text}: no key`);
  return { id, key: KEYS[key] ?? key, ...found };
}
