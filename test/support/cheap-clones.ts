/** happy-dom copies the properties of a style for each element whose style is read. Each is a flat object, for which `structuredClone` is slow. */
import CSSPropertyManager from 'happy-dom/lib/css/declaration/property-manager/CSSPropertyManager.js';

CSSPropertyManager.prototype.clone = function () {
  const copy = Object.assign(new CSSPropertyManager(), this);
  for (const [key, value] of Object.entries(copy)) Reflect.set(copy, key, { ...value });
  for (const [name, property] of Object.entries(copy.properties)) copy.properties[name] = { ...property };
  return copy;
};
