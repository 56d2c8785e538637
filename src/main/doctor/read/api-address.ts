/** Classifies addresses by their text alone. */

const API_PATH = /\/(?:(?:v\d|api|oauth2?|graphql)(?:\/|$|\?)|(?:listings|reservations|search|quotes)\b)/i;
const API_HOST = /\/\/(?:[\w-]+\.)*(?:api|open-api|booking)[.-]/i;

/** Whether an address looks like one of an API, not like one of a page or its files. */
export const isApiAddress = (url: string): boolean => API_PATH.test(url) || API_HOST.test(url);

export const isTokenAddress = (url: string): boolean => /\/token\b/.test(url);

/** Removes the query, the fragment and the slash at the end, so that addresses of one resource are equal. */
export const bareAddress = (url: string): string => url.replace(/[?#].*$/, '').replace(/\/$/, '');
