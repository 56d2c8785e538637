/** The words that differ between the audiences: everyday words for property managers, the words of the APIs for support. */
import { ADDRESS_LABELS } from '../../shared/connection/connection-input.ts';
import type { Audience } from '../../shared/model/app.ts';
import type { AddressKey } from '../../shared/model/connection.ts';
import { formatCount } from './format.ts';

interface Words {
  readonly application: string;
  readonly applicationRemoved: string;
  /** Says that a task or quote goes through the application with this label. */
  readonly through: (label: string) => string;
  readonly noApplication: string;
  readonly addApplication: string;
  /** The reasons why tasks, quotes and searches need an application. */
  readonly tasksNeedApplication: string;
  readonly quotesNeedApplication: string;
  readonly applications: (count: number, max: number) => string;
  readonly noApplicationYet: string;
  /** The count in the list of connections: "2 of 5 applications". */
  readonly applicationsOf: (count: number, max: number) => string;
  readonly form: {
    /** The title of the fields for the credentials of the account. */
    readonly account: string;
    readonly applications: string;
    readonly applicationsAbout: (max: number) => string;
    readonly nthApplication: (number: number) => string;
    readonly applicationLabelAbout: string;
    readonly addresses: Readonly<Record<AddressKey, string>>;
    readonly addressesAbout: string;
    readonly addressChange: string;
    readonly hostChange: string;
    /** The title of the tab with the addresses. For support, the tab also has the timing settings. */
    readonly addressesTab: string;
  };
  readonly quoteWithoutApplication: string;
  readonly noOpenApi: string;
  readonly removesConnection: string;
  readonly secrets: {
    readonly encrypted: string;
    readonly storeAnyway: string;
    readonly whenOff: string;
    readonly always: string;
    readonly isProtected: string;
    readonly isStored: string;
    readonly isInMemory: string;
  };
  readonly desktop: Readonly<Record<'tray' | 'tokens', { readonly label: string; readonly about: string }>>;
  readonly tasksAbout: string;
  readonly whatTasksDo: string;
  readonly calendars: { readonly title: string; readonly about: string };
  readonly calendarsOf: (listings: number) => string;
  readonly stays: { readonly title: string; readonly about: string };
  readonly pausedForToken: string;
  readonly waitsForToken: string;
  /** Titles of result columns by their key, which replace those from main. */
  readonly columns: Readonly<Record<string, string>>;
}

const SUPPORT: Words = {
  application: 'Application',
  applicationRemoved: 'application removed',
  through: (label) => `application ${label}`,
  noApplication: 'This connection has no Booking Engine application',
  addApplication: 'Add application',
  tasksNeedApplication:
    'Calendars and stays are part of the Booking Engine API, whose applications have their own credentials.',
  quotesNeedApplication:
    'Quotes are part of the Booking Engine API, which needs an application with its own credentials.',
  applications: (count, max) => `Booking Engine applications (${count} of ${max})`,
  applicationsOf: (count, max) => `${count} of ${max} applications`,
  form: {
    account: 'Open API client',
    applications: 'Booking Engine applications',
    applicationsAbout: (max) => `Each application has its own credentials; an account has at most ${max}.`,
    nthApplication: (number) => `Application ${number}`,
    applicationLabelAbout: 'Your own name for the application.',
    addresses: ADDRESS_LABELS,
    addressesAbout:
      'HTTPS only. Leave out /v1 and /oauth2/token: the app adds them. Leave both addresses of an API empty if you do not use it.',
    addressChange: 'A token belongs to the token address that issued it: changing that address discards the token.',
    hostChange: 'The host changes: type the secret again; the token is dropped.',
    addressesTab: 'Addresses and timing',
  },
  quoteWithoutApplication: 'The application that created this quote is no longer part of the connection.',
  noApplicationYet: 'No application yet. Availability, quotes and reservations need one.',
  noOpenApi: 'No client yet. Its token is for the Open API only; the service issues at most 5 in 24 hours.',
  removesConnection:
    'Its stored secrets and tokens are deleted from this machine. Nothing changes at the service, and tokens that were issued stay counted there.',
  secrets: {
    encrypted: 'Client secrets and access tokens are encrypted with a key from this machine’s key store.',
    storeAnyway: 'Store secrets and tokens although they are not protected',
    whenOff:
      'Anyone who can read your files could then read them. When off, they stay in memory only: after a restart you enter each Client Secret again, and the first request uses a token slot.',
    always:
      'In every case, a Client Secret is never shown again once entered, and neither secrets nor tokens reach this window, the log or the recorded traffic. Credentials of the embedded sandbox are always stored; they are valid nowhere else.',
    isProtected: 'Secrets and tokens are stored encrypted, protected by the key store of this machine.',
    isStored: 'Secrets and tokens are stored on this machine without protection, as you chose.',
    isInMemory: 'This machine offers no protection, so secrets and tokens stay in memory and are gone when you quit.',
  },
  desktop: {
    tray: {
      label: 'Tray icon',
      about: 'Shows the state and quota of each token, the use of the rate limits, and the tasks that run.',
    },
    tokens: {
      label: 'A token cannot be renewed',
      about:
        'Once, when a token is due and cannot be renewed before it expires: no slot left, only the reserve left, rejected credentials, a missing secret, or an endpoint that does not respond.',
    },
  },
  whatTasksDo: 'A task loads the calendars of many listings, or searches stays for each day of a range.',
  tasksAbout: 'Many requests as one task, as fast as the rate limits allow. Interactive requests go first.',
  calendars: { title: 'Calendars of listings', about: 'The calendar of each listing, one request per listing.' },
  calendarsOf: (listings) => `Calendars of ${formatCount(listings, 'listing')}`,
  stays: {
    title: 'Stays over a range of days',
    about: 'Availability for each check-in day, at least one search per day.',
  },
  pausedForToken: 'Paused, needs a token',
  waitsForToken: 'The task waits for an access token.',
  columns: {},
};

const MANAGERS: Words = {
  application: 'Booking channel',
  applicationRemoved: 'booking channel removed',
  through: (label) => `through ${label}`,
  noApplication: 'This connection has no booking channel',
  addApplication: 'Add booking channel',
  tasksNeedApplication: 'Free days and prices come through a booking channel, which has credentials of its own.',
  quotesNeedApplication: 'Quotes come through a booking channel, which has credentials of its own.',
  applications: (count, max) => `Booking channels (${count} of ${max})`,
  applicationsOf: (count, max) => `${count} of ${max} booking channels`,
  form: {
    account: 'Account',
    applications: 'Booking channels',
    applicationsAbout: (max) => `Each booking channel has credentials of its own; an account has at most ${max}.`,
    nthApplication: (number) => `Booking channel ${number}`,
    applicationLabelAbout: 'Your own name for the booking channel.',
    addresses: {
      baseUrl: 'Open API address',
      authUrl: 'Open API sign-in address',
      bookingBaseUrl: 'Booking Engine address',
      bookingAuthUrl: 'Booking Engine sign-in address',
    },
    addressesAbout: 'They come with the service. Change one only if the service has given you another.',
    addressChange: 'With another sign-in address, the app signs in again.',
    hostChange: 'The host changes: type the secret again.',
    addressesTab: 'Addresses',
  },
  quoteWithoutApplication: 'The booking channel of this quote is no longer part of the connection.',
  noApplicationYet: 'No booking channel yet. Free days, quotes and reservations need one.',
  noOpenApi: 'None yet. Listings are loaded with it.',
  removesConnection:
    'What is stored about it, its quotes and its tasks are deleted from this machine. Nothing changes at the service.',
  secrets: {
    encrypted: 'Client secrets are encrypted with a key from this machine’s key store.',
    storeAnyway: 'Store secrets although they are not protected',
    whenOff:
      'Anyone who can read your files could then read them. When off, they stay in memory only: after a restart you enter each Client Secret again.',
    always:
      'In every case, a Client Secret is never shown again once entered, and never reaches this window or a file that you export.',
    isProtected: 'Secrets are stored encrypted, protected by the key store of this machine.',
    isStored: 'Secrets are stored on this machine without protection, as you chose.',
    isInMemory: 'This machine offers no protection, so secrets stay in memory and are gone when you quit.',
  },
  desktop: {
    tray: { label: 'Tray icon', about: 'Shows whether each connection works, and the tasks that run.' },
    tokens: { label: 'A connection will be locked', about: 'Once, before it happens.' },
  },
  whatTasksDo: 'A task loads the free days and prices of many properties, or finds free stays for each day of a range.',
  tasksAbout: 'Long work that runs while you do something else; it never delays you.',
  calendars: {
    title: 'Free days and prices per property',
    about: 'The calendar of each property: free days, prices, minimum nights.',
  },
  calendarsOf: (listings) => `Free days and prices of ${formatCount(listings, 'property', 'properties')}`,
  stays: {
    title: 'Free stays over a range of days',
    about: 'What is free for each check-in day, with the price of the stay.',
  },
  pausedForToken: 'Paused until you resume it',
  waitsForToken: 'Booking is locked for now; the task continues when it unlocks.',
  columns: {
    closedToArrival: 'No check-in this day',
    closedToDeparture: 'No check-out this day',
    title: 'Property',
    listing: 'Property id',
  },
};

export const WORDS: Record<Audience, Words> = { managers: MANAGERS, support: SUPPORT };
