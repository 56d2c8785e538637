/** Guests as their records show them: names of several languages, and what identifies a person. */
import type { Dice } from '../random.ts';

const NAMES: readonly (readonly [locale: string, first: readonly string[], last: readonly string[]])[] = [
  [
    'en',
    ['Imogen', 'Rupert', 'Beatrix', 'Alasdair', 'Winifred', 'Thaddeus'],
    ['Okonkwo-Hale', 'Featherstone', 'MacAllister', "O'Dwyer", 'Whitcombe'],
  ],
  [
    'de',
    ['Jürgen', 'Anneliese', 'Friedhelm', 'Käthe', 'Wolfram'],
    ['Müller-Lüdenscheidt', 'Großkopf', 'Schönfelder', 'von Hohenfels', 'Krautwurst'],
  ],
  ['fr', ['Éloïse', 'Jean-Baptiste', 'Thérèse', 'Gaëlle'], ["d'Ormesson", 'Lefèbvre', 'Beauchêne', 'de la Roche']],
  ['es', ['Íñigo', 'María José', 'Purificación', 'Joaquín'], ['Núñez Balboa', 'Echeverría', 'García-Lorca', 'Ibáñez']],
  ['pt', ['João', 'Conceição', 'Guilhermina'], ['Magalhães', 'dos Santos Silva', 'Guimarães']],
  ['it', ['Giangiacomo', 'Fiorenza', 'Ludovica'], ['Bevilacqua', 'Mastroianni', "Dell'Acqua"]],
  ['pl', ['Świętosława', 'Zbigniew', 'Małgorzata'], ['Brzęczyszczykiewicz', 'Wiśniewska', 'Kołodziej']],
  ['tr', ['Çağlar', 'Şebnem', 'Gülizar'], ['Yıldırım', 'Öztürk', 'Karadağ']],
  ['se', ['Åsa', 'Björn', 'Ingeborg'], ['Sjöström', 'Ångström', 'Lindqvist']],
  ['ru', ['Екатерина', 'Владислав', 'Анастасия'], ['Кузнецова', 'Рождественский', 'Соловьёва']],
  ['gr', ['Αλέξανδρος', 'Ευγενία'], ['Παπαδόπουλος', 'Κωνσταντίνου']],
  ['il', ['אביגיל', 'שלומית'], ['גולדשטיין', 'אברמוביץ']],
  ['ar', ['عبدالرحمن', 'فاطمة'], ['الخطيب', 'بن سليمان']],
  ['jp', ['陽翔', 'さくら'], ['山田', '佐々木']],
  ['kr', ['서연아'], ['남궁민수']],
  ['cn', ['晓明月'], ['欧阳修远']],
  ['in', ['Ananyashree', 'Venkatesh'], ['Subramaniam', 'Chattopadhyay']],
  ['ng', ['Oluwaseun', 'Chidinma'], ['Adeyemi-Cole', 'Nwachukwu']],
];

/** Without accents, for the local part of a mail address; other scripts get letters of their own. */
const plain = (dice: Dice, text: string) => {
  const ascii = text
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase();
  return ascii.length >= 3 ? ascii : dice.letters(7);
};

export interface Person {
  readonly first: string;
  readonly last: string;
  readonly full: string;
  readonly mail: string;
  readonly phone: string;
}

function mailOf(dice: Dice, first: string, last: string): string {
  const [one, two] = [plain(dice, first), plain(dice, last)];
  const host = dice.weighted([
    [4, () => dice.pick(['gmail.com', 'web.de', 'orange.fr', 'outlook.com', 'proton.me', 'yahoo.co.jp'])],
    [2, () => `${dice.letters(7)}.${dice.pick(['example', 'com', 'co.uk', 'com.br', 'travel', 'museum'])}`],
    [
      2,
      () =>
        dice.pick(['guest.booking.com', 'guest.airbnb.com', 'messages.homeaway.com', 'm.expediapartnercentral.com']),
    ],
    [1, () => `xn--${dice.letters(6)}-kva.de`],
    [1, () => dice.pick(['localhost', 'mailhost', 'intranet.local'])],
  ])();
  const local = dice.weighted([
    [4, () => `${one}.${two}`],
    [2, () => `${one.slice(0, 1)}${two}${dice.int(1, 99)}`],
    [2, () => `${one}+${dice.letters(4)}${dice.int(1, 9)}`],
    [2, () => `${one}-${dice.alphanumeric(10).toLowerCase()}`],
    [1, () => `${two}_${one}`],
    [1, () => `${one}.${two}`.toUpperCase()],
  ])();
  return `${local}@${host}`;
}

const PHONES: readonly string[] = [
  '+49 15# #######',
  '+49 (0)30 #### ####',
  '0171/#######',
  '030-########',
  '+33 6 ## ## ## ##',
  '06 ## ## ## ##',
  '06.##.##.##.##',
  '+44 20 7### ####',
  '07### ######',
  '+1 (415) 55#-####',
  '(212) 55#-####',
  '212.55#.####',
  '+1-303-55#-####',
  '+120255#####',
  '+34 6## ## ## ##',
  '6## ### ###',
  '+39 33# ### ####',
  '+351 91# ### ###',
  '+55 (11) 9####-####',
  '+972-5#-###-####',
  '05#-#######',
  '+81 90-####-####',
  '090-####-####',
  '+86 13# #### ####',
  '+91 98### #####',
  '+61 4## ### ###',
  '0041 79 ### ## ##',
  '+43 664 #######',
  '+46 70-### ## ##',
  '+7 (9##) ###-##-##',
  '8 9## ### ## ##',
  '+48 5## ### ###',
  '+90 5## ### ## ##',
  '+234 80# ### ####',
  '+31 6 ########',
];

export const phone = (dice: Dice) => dice.pick(PHONES).replaceAll('#', () => String(dice.int(0, 9)));

export function person(dice: Dice): Person {
  const [, firsts, lasts] = dice.pick(NAMES);
  const first = dice.pick(firsts);
  const last = dice.pick(lasts);
  return { first, last, full: `${first} ${last}`, mail: mailOf(dice, first, last), phone: phone(dice) };
}

export const passport = (dice: Dice) =>
  dice.weighted([
    [3, () => `C${dice.text(8, 'CFGHJKLMNPRTVWXYZ0123456789')}`],
    [2, () => dice.digits(9)],
    [2, () => `${dice.pick(['X', 'AB', 'YA', 'PA'])}${dice.digits(7)}`],
    [1, () => `${dice.digits(2)} ${dice.digits(2)} ${dice.digits(6)}`],
  ])();

export const nationalId = (dice: Dice) =>
  dice.pick([
    () => `${dice.digits(8)}-${dice.pick(['A', 'K', 'Z', 'T'])}`,
    () => `${dice.digits(3)}.${dice.digits(3)}.${dice.digits(3)}-${dice.digits(2)}`,
    () => `${dice.digits(3)}-${dice.digits(2)}-${dice.digits(4)}`,
    () => `${dice.digits(6)}-${dice.digits(4)}`,
  ])();

export const iban = (dice: Dice) => {
  const bare = `${dice.pick(['DE', 'ES', 'FR', 'NL', 'PT'])}${dice.digits(20)}`;
  return dice.chance(0.5) ? bare : (bare.match(/.{1,4}/g) ?? []).join(' ');
};

export const birthday = (dice: Dice) =>
  `${dice.int(1941, 2003)}-${String(dice.int(1, 12)).padStart(2, '0')}-${String(dice.int(1, 28)).padStart(2, '0')}`;

const STREETS = [
  'Lindenallee',
  'rue des Écouffes',
  'Calle Mayor',
  'Kungsgatan',
  'Elm Crescent',
  'Via Garibaldi',
  'Ulica Długa',
  'Herengracht',
];

export const street = (dice: Dice) =>
  dice.chance(0.5) ? `${dice.pick(STREETS)} ${dice.int(2, 240)}` : `${dice.int(2, 2400)} ${dice.pick(STREETS)}`;

const SENTENCES = [
  'we arrive by the late train and would need the key after midnight',
  'mein Mann ist im Rollstuhl, gibt es eine Rampe?',
  'nous fêtons notre anniversaire de mariage, une surprise est-elle possible ?',
  'my daughter has a severe nut allergy, please tell the cleaner',
  'el perro pesa treinta kilos pero es muy tranquilo',
  'the boiler made a noise all night and the baby did not sleep',
  'por favor no toquen el timbre, mi madre está enferma',
  'please call my office because I am in hospital until then',
  'дайте, пожалуйста, счёт на фирму',
  'チェックインは二十三時になります',
  'our flight was cancelled, can we have our deposit back',
  'kan vi lämna väskorna hos grannen redan på morgonen',
];

/** What a guest writes: a sentence of their life, made unique by a number. */
export const sentence = (dice: Dice) => `${dice.pick(SENTENCES)} (${dice.int(100, 999)})`;
