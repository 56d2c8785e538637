/** The addresses of the pictures of docs/pictures that documents in the app show, by file name. A picture is loaded when a page shows it. */
const FILES = import.meta.glob<string>(
  '../../../../docs/pictures/{doctor,paste,quote,today,token,traffic}-light-1280.png',
  {
    query: '?url',
    import: 'default',
    eager: true,
  },
);

export const PICTURES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(FILES).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]),
);
