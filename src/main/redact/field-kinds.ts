/** Classifies fields by name: a secret, a guest's data, or an object about a guest, about a reservation, or about neither. */
import { isSecretName, REDACTED, wordsOf } from './redact-keys.ts';

/**
 * The person's choices for redaction (JournalChoices); secrets are always redacted. `keepGuests`: guests' names, mail addresses, phone numbers
 * and messages stay. `keepTexts`: bodies that are neither JSON nor forms are kept, redacted by patterns, instead of described.
 */
export interface RedactionRules {
  readonly keepGuests: boolean;
  readonly keepTexts?: boolean | undefined;
}
export const SECRETS_ONLY: RedactionRules = { keepGuests: true };

/**
 * The kind of a field:
 * - `secret`, `mail`, `phone`, `guestName`, `guestNote`, `guestData`: the value is sensitive wherever the field is.
 * - `name`, `note`: sensitive only inside an object about a person (`note`: or a stay); elsewhere "name" may be a listing's.
 * - `remark`: like `note`, when the text has several words.
 * - `person`, `stay`, `conversation`, `card`, `property`: an object about a guest, a reservation, its messages, a payment card, or none.
 * - `safe`: identifiers, cursors, times and states, readable also inside a guest's record. `plain`: everything else.
 */
export type FieldKind =
  | 'secret'
  | 'mail'
  | 'phone'
  | 'guestName'
  | 'guestNote'
  | 'guestData'
  | 'name'
  | 'note'
  | 'remark'
  | 'person'
  | 'stay'
  | 'conversation'
  | 'card'
  | 'property'
  | 'safe'
  | 'plain';

/**
 * The subject of a value. In a guest's record (`person`) every value is redacted unless it is known to be harmless; in a `conversation`, every
 * text of several words; in a payment `card`, its number, code and expiry; in the parts of a `name`, the first and the last name.
 */
export type Subject = 'none' | 'person' | 'name' | 'stay' | 'conversation' | 'card';

/** Placeholders, which replace redacted values. */
const GUEST_NAME = '[guest name]';
export const MAIL_ADDRESS = '[mail address]';
export const PHONE_NUMBER = '[phone number]';
export const GUEST_MESSAGE = '[guest message]';
export const GUEST_DATA = '[guest data]';

const PLACEHOLDERS_BY_KIND: Readonly<Partial<Record<FieldKind, string>>> = {
  secret: REDACTED,
  mail: MAIL_ADDRESS,
  phone: PHONE_NUMBER,
  guestName: GUEST_NAME,
  name: GUEST_NAME,
  person: GUEST_NAME,
  guestNote: GUEST_MESSAGE,
  note: GUEST_MESSAGE,
};
const PLACEHOLDERS = new Set([REDACTED, GUEST_NAME, MAIL_ADDRESS, PHONE_NUMBER, GUEST_MESSAGE, GUEST_DATA]);

/** Matches one placeholder at the current position (sticky). */
export const PLACEHOLDER = /\[(?:redacted|guest (?:name|message|data)|mail address|phone number)\]/y;

const PLACEHOLDERS_IN_TEXT = new RegExp(PLACEHOLDER.source, 'g');

/** Whether a text is one placeholder and nothing else. */
export const isPlaceholder = (text: string): boolean => PLACEHOLDERS.has(text);

export const placeholderOf = (kind: FieldKind): string => PLACEHOLDERS_BY_KIND[kind] ?? GUEST_DATA;

const PERSON_WORD =
  '(?:guest|customer|travell?er|booker|contact|renter|passenger|occupant|attendee|companion|cardholder|accountholder|payer|person|tenant|visitor|participant|applicant|purchaser|buyer|invitee|registrant|lodger|sender|recipient|reviewer|author|gast|gaeste|huesped|cliente|householder|invitado)s?';
const MAIL =
  /(?:^|e)mail(?:s|address|addresses)?$|email(?:id|to|from|primary|secondary|work|home)?$|mailaddress$|^(?:guest|contact|user|proxy|work|home|private|sender|recipient)mail$|^mail(?:to|from)$|^(?:correo(?:electronico)?|courriel|epost)$/;
const PHONE =
  /(?<!head|micro|smart|ear)(?:tele)?phones?(?:numbers?|nos?|nr|home|work|primary|secondary|e164|raw)?$|(?:mobile|cell|fax|contact|whatsapp|telefon|handy|tel)(?:numbers?|nos?|nr|phone)$|(?:whatsapp|msisdn|telefono?|telephone)$|^(?:contact|guest|home|work)?(?:tel|cell|mobile|mobil|fax|handy|tlf|gsm|celular|movil|mob|sms|callback|viber)$/;
const GUEST_NAME_FIELD = new RegExp(
  `(?:first|last|full|given|family|middle|maiden|sur|fore|legal|holder|member|billing|invoice|from|to|partner|spouse|child|children|kid|baby)names?$|${PERSON_WORD}(?:full|first|last)?names?$|^names?(?:of)?(?:first|last|full|${PERSON_WORD})$|(?:${PERSON_WORD}|names?)(?:first|last|given|family|middle)$|^(?:bookedby|signedby|contactperson|patronymic|middleinitial)$|^nameoncard$|^(?:cardholder|accountholder)$|^(?:fname|lname|nombres?|apellidos?|vorname|nachname|familienname|prenom|nomdefamille|cognome|sobrenome|voornaam|achternaam|jmeno|prijmeni|imie|nazwisko|etunimi|sukunimi|fornavn|etternavn|fornamn|efternamn|efternavn)$`,
);
const GUEST_NOTE_FIELD = new RegExp(
  `(?:${PERSON_WORD}|private|internal|personal|reservation|booking|arrival|stay|inquiry|block|special|cancellation)(?:note|message|comment|remark|request|review)s?$|^(?:message|note|comment|review)s?(?:to|from|for|by|of)(?:the)?(?:host|owner|${PERSON_WORD})$`,
);
const GUEST_DATA_FIELD =
  /(?:dateofbirth|birthdate|birthday|birthplace|placeofbirth|dob|^birth|^born(?:on)?|bday|passport|nationalid|nationalidentity|governmentid|identitycard|identitynumber|idcard|idnumber|idno|document(?:number|no|nr|id)|driv(?:er|ers|ing)licen[sc]e|(?:licen[sc]e|number|vehicle|car)plate|^plate|^(?:cpf|dni|nie|nif|curp|pesel|bsn)|visa(?:number|no)|taxid|taxnumber|socialsecurity|ssn|nationality|geburtsdatum|birthyear|docnumber|iddocument|personalid|personalnumber|identityno|citizenid|fiscalcode|codicefiscale|ausweis|reisepass|pasaporte|cedula|traveldocument|mrz|vehicleregistration|registrationplate)(?:number|no|nr|id|code|value)?$/;
const PERSON = new RegExp(
  `^(?:main|primary|lead|additional|other|booking|emergency|billing|travel|accompanying|registered|extra|second|co|new|old|current)?(?:${PERSON_WORD}|billing)(?:details?|info|information|data|profile|record|list|address|addresses)?$|^(?:home|mailing|residential|invoice|shipping|delivery|permanent)address(?:es)?$|^(?:invoice|bill|ship)to$`,
);
/** Matches a person's address written as one word: "guesthomeaddress". */
const PERSONS_ADDRESS = new RegExp(`^(?:${PERSON_WORD}|billing)[a-z]*address`);
/** Words that follow the word for a person: "guestCity", "billing_street". */
const PLACES = new Set(['street', 'city', 'town', 'zip', 'zipcode', 'postcode', 'postal', 'county', 'country']);
const STAY =
  /^(?:received|input|payload|request|requestbody|submitted|submission)$|^(?:reservation|booking|inquir|enquir|review|stay|quote|hold)(?:s|y|ies)?$|^(?:(?:calendar|availability)?block(?:s|edby|eddates?)?|blocked(?:by|dates?|days?|periods?))$/;
const CONVERSATION = /^(?:conversation|thread|inbox|post|chat)s?$/;
const CARD = /^(?:payment|bank)?card(?:s|details?|info|data)?$|^paymentmethoddata$/;
/** Fields of a payment card that would not be secret elsewhere. */
const CARD_FIELD =
  /^(?:number|num|no|nr|code|value|data|exp|expiry|expiration|expire|exp(?:iry|iration)?(?:month|year|date))$/;
/** Parts of a name that only persons have: `"name": {"first": "Ada", "last": "Marsh"}`. */
const PART_OF_NAME = /^(?:first|last|given|family|middle)$/i;
const PROPERTY =
  /^(?:listing|unit|host|owner|rateplan|error|picture|money|integration|account|tax|fee|promotion|coupon|warning|meta|violation|issue|problem|validation|fault|exception|pagination|invoiceitem|discount|addon|amenitie|room|policie|cancellationpolicie)(?:s|es)?$|^(?:propert(?:y|ies)|amenity|(?:cancellation)?policy|terms)$/;
const SAFE =
  /^ids?$|u?uid$|guid$|^(?:next|prev|previous|self|first|last)(?:link|url|uri|page)$|(?:created|updated|modified|deleted|synced|sent|received|confirmed|cancell?ed)at$|status$|type$|count$|^(?:language|locale|lang|currency|source|platform|channel|kind|v|state)$|^(?:card|cc)?(?:brand|network|funding)$|^check(?:in|out)/;
/** Fields whose values only their issuer understands: cursors, hashes, identifiers of requests. */
const OPAQUE =
  /cursor|^(?:page|starting|ending|search)?(?:next|prev|previous|after|before|first|last|since|until)$|^[a-z]*(?:next|prev|previous|page|paging|pagination|continuation|sync|skip|delta|change|resume|scroll|offset)tokens?$|^(?:page)?(?:next|previous|prev)?(?:marker|bookmark|anchor|continuation|iterator|sequence)$|(?:last|start|evaluated|external)key$|etag$|(?<!(?:password|passwd|pwd|pw|secret|token))hash$|checksum$|digest$|fingerprint$|^(?:md|sha|rev|revision|version|commit|build|trace|span|ref|reference|nonce|integrity|(?:cf)?ray|b)$|trace(?:parent|state)$|(?:request|trace|span|correlation|transaction|exchange|operation|event|listing|quote|reservation|rateplan|booking|account|unit|external|idempotency|view|mongo|object|ray|message|upload|log|job|batch)(?:id|ref|reference|key)s?$|(?:confirmation|booking|reservation)code$/;
/** Matches names of identifiers: `_id`, `listingId`, `external_ids`, but not "paid". */
const IDENTIFIER = /(?:^|[a-z0-9]|_|-)(?:[_-]id|Id|ID)s?$/;
const NAME = /^(?:display|preferred|user|nick)?names?$/;
const NOTE =
  /^(?:note|message|comment|remark|bodie?|reply|replie|snippet|preview|subject|content|text|plaintext|html)s?$|^body(?:text|html|plain)?$|^(?:message|post|mail)(?:text|body|content|html)$|^(?:last|latest)(?:message|post|reply)$/;
/** Names of fields in which people write. Such texts have several words, unlike the value of `messageType` or `reviewScore`. */
const REMARK =
  /note|message|comment|remark|review|feedback|request|wish|question|opinion|description|reason|additionalinfo|instruction|details?$|^statustext$|^hint$|anmerkung|bemerkung|nachricht|wunsch|nota|mensaje|comentario|commentaire|messaggio|richiesta|mensagem|opmerking|verzoek|komment|zprava|meddelande|besked/;

/** The kinds by the written name, cached because payloads repeat few names many times. */
const cachedKinds = new Map<string, FieldKind>();
const MAX_CACHED = 4_000;
const MAX_CACHED_LENGTH = 60;

/** The kind of a field by its name in payloads, forms, queries and headers ("guest[firstName]", "X-Guest-Email", "phone_2"). */
export function kindOf(name: string): FieldKind {
  const seen = cachedKinds.get(name);
  if (seen !== undefined) return seen;
  const kind = kindFrom(name);
  if (name.length > MAX_CACHED_LENGTH) return kind;
  if (cachedKinds.size >= MAX_CACHED) cachedKinds.clear();
  cachedKinds.set(name, kind);
  return kind;
}

function kindFrom(name: string): FieldKind {
  if (isSecretName(name)) return 'secret';
  const words = wordsOf(name);
  const plain = words.join('');
  const isPlace = PERSON.test(words[0] ?? '') && words.some((word) => PLACES.has(word));
  if (isPlace) return 'guestData';
  if (GUEST_DATA_FIELD.test(plain)) return 'guestData';
  if (GUEST_NOTE_FIELD.test(plain)) return 'guestNote';
  if (GUEST_NAME_FIELD.test(plain)) return 'guestName';
  if (MAIL.test(plain)) return 'mail';
  if (PHONE.test(plain)) return 'phone';
  if (PERSON.test(plain)) return 'person';
  if (PERSONS_ADDRESS.test(plain)) return 'guestData';
  if (STAY.test(plain)) return 'stay';
  if (CONVERSATION.test(plain)) return 'conversation';
  if (CARD.test(plain)) return 'card';
  if (PROPERTY.test(plain)) return 'property';
  if (SAFE.test(plain) || OPAQUE.test(plain) || IDENTIFIER.test(name)) return 'safe';
  if (NAME.test(plain)) return 'name';
  if (NOTE.test(plain)) return 'note';
  return REMARK.test(plain) ? 'remark' : 'plain';
}

/** The kind of a field inside an object about `subject`. */
export function kindWithin(subject: Subject, name: string): FieldKind {
  const kind = kindOf(name);
  if (subject === 'card') return kind !== 'secret' && CARD_FIELD.test(wordsOf(name).join('')) ? 'secret' : kind;
  return (subject === 'name' || subject === 'person') && PART_OF_NAME.test(name) ? 'guestName' : kind;
}

/** Whether texts in an object of this subject cannot be a guest's messages. */
export const isAboutNobody = (subject: Subject): boolean =>
  subject === 'none' || subject === 'card' || subject === 'name';

/** The subject of the values inside a field of this kind. */
export function subjectUnder(kind: FieldKind, subject: Subject): Subject {
  switch (kind) {
    case 'person':
    case 'guestName':
    case 'mail':
    case 'phone':
    case 'guestNote':
    case 'guestData':
      return 'person';
    case 'stay':
      return subject === 'conversation' ? subject : 'stay';
    case 'conversation':
    case 'card':
      return kind;
    case 'property':
      return 'none';
    case 'name':
      return subject === 'person' ? subject : 'name';
    default:
      return subject;
  }
}

/** The placeholder for a text in a field of this kind; `null` when the text stays. */
export function placeholderFor(
  kind: FieldKind,
  subject: Subject,
  text: string,
  { keepGuests }: RedactionRules,
): string | null {
  if (text === '' || isPlaceholder(text)) return null;
  if (kind === 'secret') return REDACTED;
  if (keepGuests) return null;
  switch (kind) {
    case 'guestName':
    case 'guestNote':
    case 'guestData':
    case 'mail':
      return placeholderOf(kind);
    case 'phone':
      return subject === 'person' || /\d\D*\d\D*\d\D*\d/.test(text) ? PHONE_NUMBER : null;
    case 'person':
      return looksLikeId(text) ? null : GUEST_NAME;
    case 'note':
      return isAboutNobody(subject) ? null : GUEST_MESSAGE;
    case 'name':
      return subject === 'person' || subject === 'card' ? GUEST_NAME : null;
    case 'remark':
    case 'stay':
    case 'conversation':
      if (subject === 'person') return kind === 'remark' ? GUEST_DATA : null;
      return !isAboutNobody(subject) && hasWords(text) ? GUEST_MESSAGE : null;
    case 'plain':
      if (subject === 'conversation') return hasWords(text) ? GUEST_MESSAGE : null;
      return subject === 'person' ? GUEST_DATA : null;
    default:
      return null;
  }
}

/** The placeholder for a number; `null` when the number stays. Small numbers are counts ("guests": 2). */
export function placeholderForNumber(
  kind: FieldKind,
  subject: Subject,
  digits: string,
  { keepGuests }: RedactionRules,
): string | null {
  if (kind === 'secret') return REDACTED;
  if (keepGuests || digits.length < 5) return null;
  if (kind === 'phone' || kind === 'guestData') return placeholderOf(kind);
  return subject === 'person' && kind === 'plain' ? GUEST_DATA : null;
}

/** Characters of scripts that are written without spaces. */
const SPACELESS_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u;

/** Whether a text has two words with a letter each; a date with a time has none. */
export function hasWords(text: string): boolean {
  // A placeholder stands for one value, which may have had no letter: counted, it would make a second redaction find more than the first.
  const start = text.trimStart().slice(0, 400).replace(PLACEHOLDERS_IN_TEXT, ' ');
  return start.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length > 1 || SPACELESS_SCRIPT.test(start);
}

/** Whether a text looks like an identifier or a number of a guest: these have digits ("65a0…", "cus_91b", "2"), names of persons do not. */
function looksLikeId(text: string): boolean {
  return /^[\w-]*\d[\w-]*$/.test(text);
}
