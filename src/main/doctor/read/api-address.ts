/** Whether an address is one of an API, and not of what a page loads or a mail mentions besides. */

const API =
  /\/(?:v\d|api|oauth2?|graphql)(?:\/|$|\?)|\/(?:listings|reservations|search|quotes)\b|\/\/(?:[\w-]+\.)*(?:api|open-api|booking)[.-]/i;

export const isApiAddress = (url: string): boolean => API.test(url);
