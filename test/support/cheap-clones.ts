/** happy-dom copies the properties of a style for each element whose style is read. Each is a flat object, for which `structuredClone` is slow. */
import CSSPropertyManager from 'happy-dom/lib/css/declaration/property-manager/CSSPropertyManager.js';

const { clone } = CSSPropertyManager.prototype;
const copyOf = (properties: object): object =>
  Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, { ...property }]));

CSSPropertyManager.prototype.clone = function () {
  const { properties } = this;
  const copy = clone.call(Object.assign(Object.create(this), { properties: {} }));
  return Object.assign(copy, { properties: copyOf(properties) });
};
