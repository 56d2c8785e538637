/** Reads a list of items with parameters as structured fields write them (RFC 9651), leniently: `"default";q=100;w=60, 50;w=1`. */

export interface Item {
  /** Without its quotes. */
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
}

export function readItems(text: string): Item[] {
  return split(text, ',').flatMap((piece) => {
    const [name = '', ...rest] = split(piece, ';');
    const parameters = new Map(rest.map((parameter) => parameterOf(parameter)));
    return name === '' ? [] : [{ name: unquoted(name), parameters }];
  });
}

function parameterOf(parameter: string): [name: string, value: string] {
  const equals = parameter.indexOf('=');
  return equals < 0
    ? [parameter, '']
    : [parameter.slice(0, equals).trim().toLowerCase(), unquoted(parameter.slice(equals + 1).trim())];
}

/** Splits at a separator outside of quotes, and trims the pieces. */
function split(text: string, separator: string): string[] {
  const pieces = text.match(separator === ',' ? /(?:"[^"]*"|[^",])+/g : /(?:"[^"]*"|[^";])+/g) ?? [];
  return pieces.map((piece) => piece.trim());
}

const unquoted = (text: string): string => (/^".*"$/.test(text) ? text.slice(1, -1) : text);
