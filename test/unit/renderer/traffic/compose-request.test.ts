/** A composed request: what of its path and query is sent, and what is missing in it. */
import { describe, expect, it } from 'vitest';
import { issueOf, pathToSend } from '../../../../src/renderer/features/traffic/compose/compose-request.tsx';

describe('the path of a composed request', () => {
  it('is sent without the parameters that have no value, and otherwise as it is', () => {
    expect(pathToSend(' /listings?limit=&cursor=eyJpZCI6MX0=&skip=0 ')).toBe('/listings?cursor=eyJpZCI6MX0=&skip=0');
    expect(pathToSend('/listings?q=a?b=c&d=e')).toBe('/listings?q=a?b=c&d=e');
    expect(pathToSend('/listings?limit=&skip=')).toBe('/listings');
  });

  it('lacks what is in braces, but not in the query', () => {
    const issue = (path: string) => issueOf({ api: 'openApi', method: 'GET', path, body: null });
    expect(issue('/listings/{listingId}')).toBe('Fill in {listingId}.');
    expect(issue('/listings?filters=[{"field":"listed"}]')).toBeNull();
  });
});
