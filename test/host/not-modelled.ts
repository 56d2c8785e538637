/** Makes members without a model throw their names instead of returning `undefined`. */

/** Thrown when the app uses a part of Electron that the host does not model. */
export class NotModelled extends Error {
  constructor(name: string) {
    super(`The Chromium host does not model ${name}. Add it to test/host, or run on Electron.`);
    this.name = 'NotModelled';
  }
}

/** Keys that promises, JSON and inspection read. */
const LANGUAGE_KEYS = new Set(['then', 'toJSON', 'constructor', 'prototype', '$$typeof', 'nodeType']);

/** Wraps an object so that reading or writing a missing member throws NotModelled with the member's full name. */
export function modelled<Target extends object>(name: string, target: Target): Target {
  return new Proxy(target, {
    get(object, key, receiver) {
      if (typeof key === 'symbol' || key in object || LANGUAGE_KEYS.has(key)) {
        return Reflect.get(object, key, receiver);
      }
      throw new NotModelled(`${name}.${key}`);
    },
    set(object, key, value, receiver) {
      if (typeof key === 'symbol' || key in object || key.startsWith('_')) {
        return Reflect.set(object, key, value, receiver);
      }
      throw new NotModelled(`setting ${name}.${key}`);
    },
  });
}

/** A target that a proxy can call and construct. */
class Absent {}

/** A module or class of Electron without a model: importing it works, using it throws its name. */
export function absent(name: string): unknown {
  const fail = (): never => {
    throw new NotModelled(name);
  };
  return new Proxy(Absent, {
    get(_target, key) {
      if (typeof key === 'symbol' || LANGUAGE_KEYS.has(key)) return undefined;
      throw new NotModelled(`${name}.${key}`);
    },
    apply: fail,
    construct: fail,
  });
}
