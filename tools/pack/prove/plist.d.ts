/** The part of plist that is used; the package has no types of its own. */
declare module 'plist' {
  const plist: { parse(xml: string): unknown; build(value: object): string };
  export = plist;
}
