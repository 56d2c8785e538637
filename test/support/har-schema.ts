/** Validates a HAR file with the JSON schema of the `har-schema` package. */
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import addFormats from 'ajv-formats';

/** The package has no types of its own. */
const require = createRequire(import.meta.url);
const schemas = require('har-schema') as Readonly<Record<string, object>>;
const ajv = new Ajv({
  strict: false,
  allErrors: true,
  schemas: Object.values(schemas),
  meta: false,
  validateSchema: false,
});
ajv.addMetaSchema(draft06);
addFormats.default(ajv);
const validate = ajv.getSchema('har.json#');

/** One line per error; none when the document is valid HAR 1.2. */
export function harErrors(document: unknown): string[] {
  if (!validate) throw new Error('the schema of HAR is not there');
  if (validate(document)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
