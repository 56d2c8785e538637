import { expect, it } from 'vitest';
import { launchOf } from '../../../../src/main/shell/launch.ts';

const commandOf = (args: string[], platform: NodeJS.Platform = 'linux') =>
  launchOf({ argv: ['/opt/Latchkey/latchkey', ...args], isPackaged: true, platform }).command;
const unpackaged = (args: string[]) =>
  launchOf({ argv: ['electron', ...args], isPackaged: false, platform: 'linux' }).command;

it('finds the command behind the switches of a starter, and gives it what stands behind its word', () => {
  const command = ['diagnose', '--json', 'x.har'];
  expect(commandOf(command)).toEqual(command);
  expect(commandOf(['--no-sandbox', ...command])).toEqual(command);
  expect(commandOf(['--no-sandbox', '--user-data-dir=/tmp/a', ...command])).toEqual(command);
  expect(commandOf(['-lang=de', '/disable-gpu', ...command], 'win32')).toEqual(command);
});

it('gives everything to the window where the first argument is no command', () => {
  for (const args of [
    [],
    ['--no-sandbox'],
    ['x', 'diagnose'],
    ['-', 'diagnose'],
    ['--', 'diagnose', 'x'],
    ['/disable-gpu', 'diagnose'],
    ['--diagnose'],
    ['Diagnose', 'x'],
  ])
    expect(launchOf({ argv: ['latchkey', ...args], isPackaged: true, platform: 'linux' })).toEqual({
      args,
      command: null,
    });
});

it('skips the folder of an application that is not packaged, wherever it stands', () => {
  const command = ['diagnose', 'x'];
  expect(unpackaged(['.', ...command])).toEqual(command);
  expect(unpackaged(['--inspect=0', '.', '--no-sandbox', ...command])).toEqual(command);
  expect(unpackaged(['diagnose', 'x'])).toBeNull();
  expect(unpackaged([])).toBeNull();
});
