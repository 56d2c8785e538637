import type { TrafficRequest } from '../../src/main/traffic/request.ts';

/** A repeatable request that any test of the traffic room may send. */
export const SEARCH_REQUEST: TrafficRequest = {
  connectionId: 'c1',
  credentialId: 'k1',
  api: 'booking',
  operation: 'search',
  title: 'Search',
  method: 'GET',
  url: 'https://h.example/api/v1/search',
  headers: [],
  body: null,
  repeatable: true,
};
