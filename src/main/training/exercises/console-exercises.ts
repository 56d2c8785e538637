/** Exercises about the console's own requests to its sandbox, seen on Traffic and Doctor. */
import { isAppError } from '../../../shared/app-error.ts';
import { type Json, plainDateOf } from '../../../shared/model/primitives.ts';
import { letter } from '../customer-words.ts';
import type { ConsoleExercise, ConsoleScene } from '../exercise.ts';

const WEBSITE = 0;
const PARTNER_PORTAL = 1;

/** The number of stays to search for a free listing. A sandbox may have few listings. */
const MAX_STAYS = 5;

/** Waits for a request that the service must refuse. Throws when it succeeds, or fails with another error. */
async function refused(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (isAppError(error, 'forbidden') || isAppError(error, 'unauthorized')) return;
    throw error;
  }
  throw new Error('the request of an exercise was not refused');
}

const textIn = (value: Json | undefined, name: string): string => {
  const inner = typeof value === 'object' && value !== null && !Array.isArray(value) ? value[name] : undefined;
  return typeof inner === 'string' ? inner : '';
};

async function freeStay({ draw, today, call }: ConsoleScene, application: number) {
  for (let attempt = 0; attempt < MAX_STAYS; attempt += 1) {
    const from = today + draw.int(20, 150);
    const stay = { checkIn: plainDateOf(from), checkOut: plainDateOf(from + draw.int(4, 7)) };
    const { records } = await call('search', { ...stay, guests: 1 }, application);
    const listingId = textIn(records?.[0], '_id');
    if (listingId !== '') return { ...stay, listingId };
  }
  throw new Error('the sandbox has no free listing');
}

async function quote(scene: ConsoleScene, application: number): Promise<string> {
  const stay = await freeStay(scene, application);
  const { body } = await scene.call('quoteCreate', { ...stay, guests: 1, coupons: [] }, application);
  return textIn(body, '_id');
}

const GUEST = { firstName: 'Mira', lastName: 'Holm', email: 'mira.holm@guest.example', phone: '+45 5550 0199' };

export const consoleExercises: readonly ConsoleExercise[] = [
  {
    ...{ id: 'half-works', source: 'console', level: 2 },
    title: 'Searching works, the calendars stay empty',
    cause: 'noPermission',
    remedy: 'askOwner',
    near: ['listingNotBookable', 'tokenUnknown'],
    expert: [
      'In Traffic, compare the requests of the last minutes: the same token is accepted for the search and refused for the calendar.',
      'So it is neither the token nor the account as a whole, but this operation.',
      'A new token would be refused as well: ask the owner of the account, with the request id.',
    ],
    faults: [{ kind: 'setPermission', operation: 'calendar', allowed: false }],
    async raise(scene) {
      const { listingId, checkIn, checkOut } = await freeStay(scene, WEBSITE);
      await refused(scene.call('calendar', { listingId, from: checkIn, to: checkOut }, WEBSITE));
      return { complaint: letter(scene.draw, 'our website finds listings, and none of them shows its free days.') };
    },
  },
  {
    ...{ id: 'first-booking', source: 'console', level: 3 },
    title: 'Quotes come, the first booking of a new account does not',
    cause: 'activationSteps',
    remedy: 'activate',
    near: ['noPermission', 'bookingOption'],
    expert: [
      'The quote was created with the same token; only the booking is refused, and the answer names what is missing.',
      'A new account needs two steps before reservations through the API are possible.',
      'One direct booking in the account, then a first reservation through a quote; no new token, no new credentials.',
    ],
    faults: [{ kind: 'setActivated', activated: false }],
    async raise(scene) {
      const quoteId = await quote(scene, WEBSITE);
      await refused(
        scene.call('quoteRequest', { quoteId, ratePlanId: 'default', guest: GUEST, holdHours: 24 }, WEBSITE),
      );
      return {
        complaint: letter(
          scene.draw,
          'we connected our new account this week. Offers are made, and no one can book them.',
        ),
      };
    },
  },
  {
    ...{ id: 'book-at-once', source: 'console', level: 2 },
    title: 'A partner portal books, and is refused',
    cause: 'bookingOption',
    remedy: 'otherStep',
    near: ['noPermission', 'activationSteps'],
    expert: [
      'The quote was accepted, the instant booking refused: compare the step with the application’s booking option.',
      'The partner portal may only request to book; the website may do both.',
      'Book in the allowed way, or change the option in the account.',
    ],
    faults: [],
    async raise(scene) {
      const quoteId = await quote(scene, PARTNER_PORTAL);
      await refused(scene.call('quoteInstant', { quoteId, ratePlanId: 'default', guest: GUEST }, PARTNER_PORTAL));
      return {
        complaint: letter(scene.draw, 'our portal should book at once. It gets offers, and every booking is refused.'),
      };
    },
  },
];
