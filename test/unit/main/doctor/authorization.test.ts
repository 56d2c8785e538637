import { describe, expect, it } from 'vitest';
import { authorizationShape } from '../../../../src/main/doctor/authorization.ts';

describe('the form of an Authorization header', () => {
  it.each(['***', '[REDACTED]', '<token>', '(removed)', '********', 'eyJhb…x9Q', '[hidden by proxy]', 'REDACTED'])(
    'is not known where the whole value is masked: %s',
    (mask) => expect(authorizationShape(mask).kind).toBe('unknown'),
  );

  it.each([
    '***',
    '[removed]',
    '<token>',
    '(hidden)',
    'eyJ...k3Q',
    '████',
    'xxxx',
    '<ACCESS_TOKEN>',
    '%TOKEN%',
    '$env:TOKEN',
  ])('has its prefix where the token alone is masked: Bearer %s', (mask) =>
    expect(authorizationShape(`Bearer ${mask}`)).toEqual({ kind: 'bearer', scheme: 'Bearer' }),
  );

  it.each([
    ['undefined', 'placeholder'],
    ['Bearer undefined', 'placeholder'],
    ['Bearer {{token}}', 'placeholder'],
    ['Bearer [object Promise]', 'placeholder'],
    ['Bearer Bearer abcdefgh', 'doubledPrefix'],
    ['abcdefghijklmnop', 'bareToken'],
    ['Token abcdefghijkl', 'otherScheme'],
  ] as const)('is what was sent where it is shown: %s', (value, kind) =>
    expect(authorizationShape(value).kind).toBe(kind),
  );
});
