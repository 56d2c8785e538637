/**
 * Icons of the first file that the window loads. They are from Tabler Icons (MIT, © Paweł Kuna). `npm run ui-icons` writes this file: it
 * adds what the renderer imports from here by a name of Tabler, such as IconArrowUp, and removes the rest.
 */
import { outlined } from './icon.ts';

export const IconAlertCircle = outlined('M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0m9-4v4m0 4h.01');
export const IconAlertTriangle = outlined(
  'M12 9v4m-1.637-9.409L2.257 17.125a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636-2.87L13.637 3.59a1.914 1.914 0 0 0-3.274 0M12 16h.01',
);
export const IconArrowDown = outlined('M12 5v14m6-6l-6 6m-6-6l6 6');
export const IconArrowUp = outlined('M12 5v14m6-8l-6-6m-6 6l6-6');
export const IconArrowsExchange = outlined('M7 10h14l-4-4m0 8H3l4 4');
export const IconArrowsSort = outlined('m3 9l4-4l4 4M7 5v14m14-4l-4 4l-4-4m4 4V5');
export const IconBookmark = outlined('M18 7v14l-6-4l-6 4V7a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4');
export const IconBuildingCommunity = outlined(
  'm8 9l5 5v7H8v-4m0 4H3v-7l5-5m1 1V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v17h-8m0-14v.01M17 7v.01M17 11v.01M17 15v.01',
);
export const IconCalendarSearch = outlined(
  'M11.5 21H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v4.5M16 3v4M8 3v4m-4 4h16',
  'M15 18a3 3 0 1 0 6 0a3 3 0 1 0-6 0m5.2 2.2L22 22',
);
export const IconCheck = outlined('m5 12l5 5L20 7');
export const IconChevronRight = outlined('m9 6l6 6l-6 6');
export const IconColumns3 = outlined(
  'M3 4a1 1 0 0 1 1-1h16a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1zm6-1v18m6-18v18',
);
export const IconFilter = outlined(
  'M4 4h16v2.172a2 2 0 0 1-.586 1.414L15 12v7l-6 2v-8.5L4.52 7.572A2 2 0 0 1 4 6.227z',
);
export const IconFilterOff = outlined(
  'M8 4h12v2.172a2 2 0 0 1-.586 1.414L15.5 11.5M15 15v4l-6 2v-8.5L4.52 7.572A2 2 0 0 1 4 6.227V4M3 3l18 18',
);
export const IconFlask = outlined('M9 3h6m-5 6h4m-4-6v6L6 20a.7.7 0 0 0 .5 1h11a.7.7 0 0 0 .5-1L14 9V3');
export const IconLayoutDashboard = outlined(
  'M5 4h4a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1m0 12h4a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-2a1 1 0 0 1 1-1m10-4h4a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1m0-8h4a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1',
);
export const IconLayoutGrid = outlined(
  'M4 5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zm10 0a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1zM4 15a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zm10 0a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1z',
);
export const IconLifebuoy = outlined(
  'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0',
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m12 3l3.35 3.35M9 15l-3.35 3.35m0-12.7L9 9m9.35-3.35L15 9',
);
export const IconListCheck = outlined('M3.5 5.5L5 7l2.5-2.5m-4 7L5 13l2.5-2.5m-4 7L5 19l2.5-2.5M11 6h9m-9 6h9m-9 6h9');
export const IconNotebook = outlined(
  'M6 4h11a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1m3 0v18m4-14h2m-2 4h2',
);
export const IconPhoto = outlined(
  'M15 8h.01M3 6a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3z',
  'm3 16l5-5c.928-.893 2.072-.893 3 0l5 5',
  'm14 14l1-1c.928-.893 2.072-.893 3 0l3 3',
);
export const IconPlayerStop = outlined('M5 7a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2z');
export const IconPlugConnected = outlined(
  'm7 12l5 5l-1.5 1.5a3.536 3.536 0 1 1-5-5zm10 0l-5-5l1.5-1.5a3.536 3.536 0 1 1 5 5zM3 21l2.5-2.5m13-13L21 3m-11 8l-2 2m5 1l-2 2',
);
export const IconPlus = outlined('M12 5v14m-7-7h14');
export const IconReceipt2 = outlined(
  'M5 21V5a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v16l-3-2l-2 2l-2-2l-2 2l-2-2z',
  'M14 8h-2.5a1.5 1.5 0 0 0 0 3h1a1.5 1.5 0 0 1 0 3H10m2 0v1.5m0-9V8',
);
export const IconRefresh = outlined('M20 11A8.1 8.1 0 0 0 4.5 9M4 5v4h4m-4 4a8.1 8.1 0 0 0 15.5 2m.5 4v-4h-4');
export const IconSearch = outlined('M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0m18 11l-6-6');
export const IconSelector = outlined('m8 9l4-4l4 4m0 6l-4 4l-4-4');
export const IconSettings = outlined(
  'M10.325 4.317c.426-1.756 2.924-1.756 3.35 0a1.724 1.724 0 0 0 2.573 1.066c1.543-.94 3.31.826 2.37 2.37a1.724 1.724 0 0 0 1.065 2.572c1.756.426 1.756 2.924 0 3.35a1.724 1.724 0 0 0-1.066 2.573c.94 1.543-.826 3.31-2.37 2.37a1.724 1.724 0 0 0-2.572 1.065c-.426 1.756-2.924 1.756-3.35 0a1.724 1.724 0 0 0-2.573-1.066c-1.543.94-3.31-.826-2.37-2.37a1.724 1.724 0 0 0-1.065-2.572c-1.756-.426-1.756-2.924 0-3.35a1.724 1.724 0 0 0 1.066-2.573c-.94-1.543.826-3.31 2.37-2.37c1 .608 2.296.07 2.572-1.065',
  'M9 12a3 3 0 1 0 6 0a3 3 0 0 0-6 0',
);
export const IconShare2 = outlined(
  'M8 9H7a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-8a2 2 0 0 0-2-2h-1m-4 5V3M9 6l3-3l3 3',
);
export const IconStethoscope = outlined(
  'M6 4H5a2 2 0 0 0-2 2v3.5a5.5 5.5 0 0 0 11 0V6a2 2 0 0 0-2-2h-1',
  'M8 15a6 6 0 1 0 12 0v-3m-9-9v2M6 3v2',
  'M18 10a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
);
export const IconTable = outlined(
  'M3 5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zm0 5h18M10 3v18',
);
export const IconX = outlined('M18 6L6 18M6 6l12 12');
