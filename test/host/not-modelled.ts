/** Makes what the host does not model fail by name, instead of answering `undefined` as if it were fine. */

/** Thrown wherever the unmodified app reaches something of Electron that the host has no model of. */
export class NotModelled extends Error {
  constructor(name: string) {
    super(`The Chromium host does not model ${name}. Add it to test/host, or run on Electron.`);
    this.name = 'NotModelled';
  }
}

/** Keys that the language itself asks for: promises, JSON and inspection. */
const LANGUAGE_KEYS = new Set(['then', 'toJSON', 'constructor', 'prototype', '$$typeof', 'nodeType']);

/** Wraps an object so that reading or writing a member it does not have throws NotModelled with the member's full name. */
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

/** Only here to be called and constructed. */
class Absent {}

/** A whole module or class of Electron without a model: it may be imported, and using it throws its name. */
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
