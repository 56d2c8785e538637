/** Classifies addresses by their text alone. */

const API_PATH = /\/(?:(?:v\d|api|oauth2?|graphql)(?:\/|$|\?)|(?:listings|reservations|search|quotes)\b)/i;
const API_HOST = /\/\/(?:[\w-]+\.)*(?:api|open-api|booking)[.-]/i;

/** Whether the address belongs to an API, not to a resource of a page or to a link in a mail. */
export const isApiAddress = (url: string): boolean => API_PATH.test(url) || API_HOST.test(url);

/** True for a token endpoint. */
export const isTokenAddress = (url: string): boolean => /\/token\b/.test(url);

/** The address without query, fragment and the slash at its end, so that addresses of one resource are equal. */
export const bareAddress = (url: string): string => url.replace(/[?#].*$/, '').replace(/\/$/, '');
