/** Guests of many countries: names, contacts, papers, and what they write. */
import { words } from '../../../src/main/redact/name-list.ts';
import type { Dice } from '../random.ts';

const FIRST = words(`
  Marit Anneliese Thijmen Oluwaseun Priyanka Dmitri Siobhán Joaquín Yuki Fatoumata Léonie Bartosz Ingeborg
  Xiaoming Mehmet Zsófia Kwame Aoife Rashid Guadalupe Torbjørn Nadezhda Emre Caoimhe Bo Jean-Luc`);
const LAST = [
  'Oosterling',
  "O'Shaughnessy",
  'van der Wielen',
  'Adeyemi',
  'Ramaswamy',
  'Kuznetsov',
  'Müller-Brandt',
  'Echeverría',
  'Takahashi',
  'Diallo',
  'Kowalczyk',
  'Sørensen',
  'Nguyen',
  'Yıldırım',
  'Szabó',
  'Mensah',
  'MacGillivray',
  'Al-Hashimi',
  'Villanueva',
  'Lindqvist',
  'Ferreira',
  'Ng',
];
const STREETS = [
  'Prinsengracht',
  'Birkenallee',
  'Calle de Atocha',
  'Rue Lepic',
  'Maple Avenue',
  'Storgatan',
  'Ulica Długa',
  'Acacia Road',
];
const CITIES = words(`
  Groningen Heidelberg Valladolid Grenoble Sacramento Uppsala Katowice Wolverhampton`);
const DOMAINS = words(`
  gmail.com outlook.com hotmail.co.uk web.de ziggo.nl proton.me guest.booking.com icloud.com familie-brandt.de`);
const GREETINGS = ['Hi', 'Hello', 'Good evening', 'Dear host', 'Hallo', 'Bonjour'];
const REASONS = [
  'we celebrate the anniversary of my parents',
  'my daughter uses a wheelchair',
  'I am allergic to feathers',
  'our flight KL1402 lands after midnight',
  'I come for treatment at the clinic next door',
  'we travel with a newborn',
  'my husband just left hospital',
  'je viens avec ma mère de 84 ans',
];
const WISHES = [
  'could we check in at eleven?',
  'is there a crib?',
  'may we leave our luggage?',
  'please do not ring the bell.',
  'est-ce possible ?',
];

const unaccented = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();

export interface Guest {
  readonly first: string;
  readonly last: string;
  readonly full: string;
  readonly email: string;
  readonly phone: string;
  readonly birthday: string;
  readonly passport: string;
  readonly street: string;
  readonly city: string;
  readonly zip: string;
}

export function phone(dice: Dice): string {
  const d = (count: number) => dice.digits(count);
  return dice.pick([
    () => `+316${d(8)}`,
    () => `+31 6 ${d(4)} ${d(4)}`,
    () => `06 ${d(2)} ${d(2)} ${d(2)} ${d(2)}`,
    () => `06-${d(8)}`,
    () => `06${d(8)}`,
    () => `00316${d(8)}`,
    () => `(415) 555-0${d(3)}`,
    () => `415-555-0${d(3)}`,
    () => `415.555.0${d(3)}`,
    () => `+1 415 555 0${d(3)}`,
    () => `+44 (0)20 7946 0${d(3)}`,
    () => `07700 900${d(3)}`,
    () => `+49 151 ${d(8)}`,
    () => `0151/${d(8)}`,
    () => `+55 11 9${d(4)}-${d(4)}`,
    () => `9${d(4)} ${d(5)}`,
    () => `+33 6.${d(2)}.${d(2)}.${d(2)}.${d(2)}`,
    () => `tel:+4670${d(7)}`,
  ])();
}

function email(dice: Dice, first: string, last: string): string {
  const [one, other, domain] = [unaccented(first), unaccented(last), dice.pick(DOMAINS)];
  return dice.pick([
    `${one}.${other}@${domain}`,
    `${one}${other}${dice.digits(2)}@${domain}`,
    `${one[0]}.${other}+stay@${domain}`,
    `${other}_${dice.digits(4)}@${domain}`,
    `${one}-${dice.letters(4)}@${domain}`,
  ]);
}

export function guest(dice: Dice): Guest {
  const [first, last] = [dice.pick(FIRST), dice.pick(LAST)];
  const [year, month, day] = [dice.int(1941, 2006), dice.int(1, 12), dice.int(1, 28)].map((part) =>
    String(part).padStart(2, '0'),
  );
  return {
    first,
    last,
    full: dice.weighted([
      [6, `${first} ${last}`],
      [1, `${last}, ${first}`],
      [1, `${last} ${first}`.toUpperCase()],
    ]),
    email: email(dice, first, last),
    phone: phone(dice),
    birthday: dice.weighted([
      [5, `${year}-${month}-${day}`],
      [2, `${day}/${month}/${year}`],
      [1, `${day}.${month}.${year}`],
      [1, `${year}-${month}-${day}T00:00:00.000Z`],
    ]),
    passport: dice.pick([
      `NX${dice.digits(3)}P${dice.digits(3)}`,
      `C0${dice.digits(7)}`,
      dice.digits(9),
      `${dice.letters(2).toUpperCase()}${dice.digits(7)}`,
    ]),
    street: `${dice.pick(STREETS)} ${dice.int(1, 480)}`,
    city: dice.pick(CITIES),
    zip: dice.pick([
      `${dice.int(1000, 9999)} ${dice.letters(2).toUpperCase()}`,
      dice.digits(5),
      `WV${dice.int(1, 9)} ${dice.int(1, 9)}${dice.letters(2).toUpperCase()}`,
    ]),
  };
}

/** What a guest writes; with `contact`, a way to reach the guest stands in it. */
export function guestText(dice: Dice, contact = ''): string {
  const reach = contact ? ` You reach me at ${contact}.` : '';
  return `${dice.pick(GREETINGS)}, ${dice.pick(REASONS)}, ${dice.pick(WISHES)}${reach}`;
}
