import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openingIn, openingOfFile, openingOfLink } from '../../../../src/main/shell/opening.ts';
import { LinkedPage } from '../../../../src/shared/model/opening.ts';

const fake = vi.hoisted(() => ({ app: null as unknown as EventEmitter }));
vi.mock('electron', () => ({
  app: { on: (name: string, listener: () => void) => fake.app.on(name, listener), isPackaged: true },
}));
const { Openings } = await import('../../../../src/main/shell/openings.ts');

beforeEach(() => {
  fake.app = new EventEmitter();
});

describe('a link', () => {
  it('shows each of the listed pages', () => {
    for (const page of LinkedPage.options) expect(openingOfLink(`latchkey://${page}`)).toEqual({ kind: 'page', page });
    expect(openingOfLink('LATCHKEY://quotes/')).toEqual({ kind: 'page', page: 'quotes' });
  });

  it.each([
    'latchkey://',
    'latchkey:quotes',
    'latchkey://nothing',
    'latchkey://Quotes',
    'latchkey://token',
    'latchkey://sandbox',
    'latchkey://quotes?id=1',
    'latchkey://quotes#x',
    'latchkey://quotes/book',
    'latchkey://quotes//',
    'latchkey://me@quotes',
    'latchkey://quotes:80',
    'latchkey://availability/../quotes',
    'latchkey://quotes%2Fbook',
    'latchkey://quotes\0',
    ' latchkey://quotes',
    'latchkey://toString',
    'latchkey2://quotes',
    'https://quotes',
    'app://bundle/#/quotes',
    'javascript:alert(1)',
    'file:///home/ada/a.lksupport',
    'latchkey:///home/ada/a.lksupport',
    `latchkey://${'a'.repeat(100_000)}`,
    '',
  ])('shows nothing for %j', (address) => {
    expect(openingOfLink(address)).toBeNull();
  });
});

describe('a file', () => {
  it('is a support bundle by its ending, at an absolute path', () => {
    expect(openingOfFile('/home/ada/a b.LKSUPPORT', '/')).toEqual({ kind: 'bundle', path: '/home/ada/a b.LKSUPPORT' });
    expect(openingOfFile('../a.lksupport', '/home/ada')).toEqual({ kind: 'bundle', path: '/home/a.lksupport' });
  });

  it.each(['/a.zip', '/a.lksupport.exe', '/a.lksupport/', '/a\0.lksupport', `/${'a'.repeat(5_000)}.lksupport`, ''])(
    'is nothing for %j',
    (path) => {
      expect(openingOfFile(path, '/home/ada')).toBeNull();
    },
  );
});

describe('arguments', () => {
  const bundle = { kind: 'bundle', path: '/home/ada/a.lksupport' };
  it.each<[platform: NodeJS.Platform, args: string[], opening: unknown]>([
    ['linux', [], null],
    ['linux', ['a.lksupport'], bundle],
    ['linux', ['--no-sandbox', '/home/ada/a.lksupport'], bundle],
    ['linux', ['--', 'a.lksupport'], bundle],
    ['linux', ['latchkey://doctor', 'a.lksupport'], { kind: 'page', page: 'doctor' }],
    ['linux', ['latchkey://doctor?run=1', 'a.lksupport'], bundle],
    ['linux', ['--x=/home/ada/a.lksupport', '-a.lksupport'], null],
    ['linux', ['https://evil.example/a.lksupport?'], null],
    ['win32', ['--', 'latchkey://cases'], { kind: 'page', page: 'cases' }],
    ['win32', ['--updated', '/updated'], null],
  ])('on %s %j', (platform, args, opening) => {
    expect(openingIn(args, '/home/ada', platform)).toEqual(opening);
  });
});

describe('the app', () => {
  const event = { preventDefault: vi.fn() };
  const page = (name: string) => ({ kind: 'page', page: name });

  it('begins with what it was started with, or what macOS handed over before it was ready', () => {
    expect(new Openings(['latchkey://quotes']).follow(() => {})).toEqual(page('quotes'));
    fake.app.removeAllListeners();
    const openings = new Openings([]);
    fake.app.emit('open-file', event, '/tmp/a.lksupport');
    fake.app.emit('open-url', event, 'latchkey://quotes?id=1');
    expect(openings.follow(() => {})).toEqual({ kind: 'bundle', path: '/tmp/a.lksupport' });
    const started = new Openings(['--background']);
    expect(started.isBackground).toBe(true);
    // A person who opens the app while it starts sees it.
    fake.app.emit('second-instance', event, ['/opt/latchkey'], '/home/ada');
    expect(started.isBackground).toBe(false);
    expect(event.preventDefault).toHaveBeenCalledTimes(2);
  });

  it('takes from a second instance a page or a bundle, and else its wish for the window', () => {
    const shown: unknown[] = [];
    new Openings([]).follow((opening) => shown.push(opening));
    const second = (...args: string[]) =>
      fake.app.emit('second-instance', event, ['/opt/latchkey', ...args], '/home/ada', { path: '#/token?id=x' });
    second('--inspect', '#/connections?new=1', 'app://bundle/x', 'https://evil.example');
    second('a.lksupport');
    second('latchkey://doctor');
    // A program shows nothing to the person.
    second('--background');
    expect(shown).toEqual([null, { kind: 'bundle', path: '/home/ada/a.lksupport' }, page('doctor')]);
  });
});
