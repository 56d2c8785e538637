/** Classifies fields by name: a secret, a guest's data, or an object about a guest, about a reservation, or about neither. */
import { remembering } from '../../shared/text/remembering.ts';
import { nameList, words } from './name-list.ts';
import { isSecretName, REDACTED, wordsOf } from './redact-keys.ts';

/**
 * A person's choices for redaction; secrets are always redacted. `keepGuests`: guests' data stay. `keepTexts`: bodies that are neither JSON nor forms
 * are redacted by patterns and kept instead of described.
 */
export interface RedactionRules {
  readonly keepGuests: boolean;
  readonly keepTexts?: boolean | undefined;
}
export const SECRETS_ONLY: RedactionRules = { keepGuests: true };

/**
 * The kind of a field:
 * - `secret`, `mail`, `phone`, `guestName`, `guestNote`, `guestData`: the value is sensitive wherever the field is.
 * - `name`, `note`: sensitive only inside an object about a person (`note`: also about a stay or its messages); elsewhere "name" may be a listing's.
 * - `remark`: like `note`, when the text has several words.
 * - `person`, `stay`, `conversation`, `card`, `property`: an object about a guest, a reservation, its messages, a payment card, or none of these.
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
 * The person or thing that a value is about, which decides what is redacted: for a `person`, all but harmless values; for a `conversation`, texts of
 * several words; for a `card`, number, code and expiry; for a `name`, its parts.
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

/** Matches one placeholder of redaction at the current position (sticky). */
export const PLACEHOLDER = /\[(?:redacted|guest (?:name|message|data)|mail address|phone number)\]/y;
export const PLACEHOLDERS_IN_TEXT = new RegExp(PLACEHOLDER.source, 'g');
/** Whether a text is exactly one placeholder of redaction. */
export const isPlaceholder = (text: string): boolean => PLACEHOLDERS.has(text);

export const placeholderOf = (kind: FieldKind): string => PLACEHOLDERS_BY_KIND[kind] ?? GUEST_DATA;

const PERSON_WORDS =
  'guest,customer,traveler,traveller,booker,contact,renter,passenger,occupant,attendee,companion,cardholder,accountholder,payer,person,tenant,visitor,' +
  'participant,applicant,purchaser,buyer,invitee,registrant,lodger,sender,recipient,reviewer,author,gast,gaeste,huesped,cliente,householder,invitado';
const PERSONS = words(`{${PERSON_WORDS}}{,s}`);
/** The words for persons as alternatives of a list. */
const ANY_PERSON = PERSONS.join(',');
const isPersonWord = nameList(`${PERSONS.join(' ')} billing`);

const isMail = nameList(`
  *email{,s} {,e}mail{,s} *{email,mail}address{,es} *email{id,to,from,primary,secondary,work,home} mail{to,from}
  {guest,contact,user,proxy,work,home,private,sender,recipient}mail correo correoelectronico courriel epost`);
const isPhone = nameList(`
  *phone{,s}{,number,numbers,no,nos,nr,home,work,primary,secondary,raw} *{mobile,cell,fax,contact,whatsapp,telefon,handy,tel}{number,no}{,s}
  *{mobile,cell,fax,contact,whatsapp,telefon,handy,tel}{nr,phone} *{whatsapp,msisdn,telefon,telefono,telephone}
  {,contact,guest,home,work}{tel,cell,mobile,mobil,fax,handy,tlf,gsm,celular,movil,mob,sms,callback,viber} sentto`);
const isNoPhone = nameList('*{head,micro,smart,ear}phone*');
const isGuestName = nameList(`
  *{first,last,full,given,family,middle,maiden,sur,fore,legal,holder,member,billing,invoice,from,to,partner,spouse,child,children,kid,baby}name{,s}
  *{${ANY_PERSON}}{,full,first,last}name{,s} name{,s}{,of}{first,last,full,${ANY_PERSON}}
  *{name,names,${ANY_PERSON}}{first,last,given,family,middle} {booked,signed}by contactperson patronymic middleinitial nameoncard
  cardholder accountholder fname lname nombre{,s} apellido{,s} vorname nachname familienname prenom nomdefamille cognome sobrenome voornaam
  achternaam jmeno prijmeni imie nazwisko etunimi sukunimi {for,efter}navn {for,efter}namn etternavn`);
const isGuestNote = nameList(`
  *{private,internal,personal,reservation,booking,arrival,stay,inquiry,block,special,cancellation,${ANY_PERSON}}{note,message,comment,remark}{,s}
  *{private,internal,personal,reservation,booking,arrival,stay,inquiry,block,special,cancellation,${ANY_PERSON}}{request,review}{,s}
  {message,note,comment,review}{,s}{to,from,for,by,of}{,the}{host,owner,${ANY_PERSON}}`);
/** The words that may follow the name of a document, as alternatives of a list. */
const NUMBER = '{,number,no,nr,id,code,value}';
const isGuestData = nameList(`
  *{dateofbirth,birthdate,birthday,birthplace,placeofbirth,dob,bday,birthyear,geburtsdatum,passport,nationality,nationalid}${NUMBER}
  {birth,born,bornon,plate,cpf,dni,nie,nif,curp,pesel,bsn}${NUMBER} *{nationalidentity,governmentid,identitycard,identitynumber,idcard}${NUMBER}
  *{idnumber,idno,iddocument,documentnumber,documentno,documentnr,documentid,docnumber,personalid,personalnumber}${NUMBER}
  *driv{er,ers,ing}licen{c,s}e${NUMBER} *{license,licence,number,vehicle,car}plate${NUMBER} *visa{number,no}${NUMBER} *tax{id,number}${NUMBER}
  *{socialsecurity,ssn,identityno,citizenid,fiscalcode,codicefiscale,ausweis,reisepass,pasaporte,cedula,traveldocument,mrz}${NUMBER}
  *{vehicleregistration,registrationplate}${NUMBER}`);
const BEFORE_PERSON = words(
  'main primary lead additional other booking emergency billing travel accompanying registered extra second co new old current',
);
const AFTER_PERSON = words('detail{,s} info information data profile record list address{,es}');
const isPersonsPlace = nameList(`
  {home,mailing,residential,invoice,shipping,delivery,permanent}address{,es} {invoice,bill,ship}to`);
/** Words that follow the word for a person: "guestCity", "billing_street". */
const PLACES = new Set(words('street city town zip zipcode postcode postal county country'));
const isStay = nameList(`
  received input payload request requestbody submitted submission {reservation,booking,review,stay,quote,hold}{,s} {inquir,enquir}{y,ies}
  {,calendar,availability}block{,s,edby,eddate,eddates} blocked{by,date,dates,day,days,period,periods}`);
const isConversation = nameList('{conversation,thread,inbox,post,chat}{,s}');
const isCard = nameList('{,payment,bank}card{,s,detail,details,info,data} paymentmethoddata');
/** Recognises fields of a payment card that would not be secret elsewhere. */
const isCardField = nameList('number num no nr code value data {exp,expiry,expiration}{,month,year,date} expire');
/** Matches parts of a name that only persons have: `"name": {"first": "Ada", "last": "Marsh"}`. */
const PART_OF_NAME = /^(?:first|last|given|family|middle)$/i;
const isProperty = nameList(`
  {listing,unit,host,owner,rateplan,error,picture,money,integration,account,tax,fee,promotion,coupon,warning,meta,violation,issue,problem}{,s,es}
  {validation,fault,exception,pagination,invoiceitem,discount,addon,room}{,s,es} propert{y,ies} amenit{y,ies} {,cancellation}polic{y,ies} terms`);
const isSafe = nameList(`
  id ids *uid *guid href {next,prev,previous,self,first,last}{link,url,uri,page} *{status,type,count} checkin* checkout* {,card,cc}{brand,network,funding}
  *{created,updated,modified,deleted,synced,sent,received,confirmed,canceled,cancelled}at
  *{amount,price} total subtotal balance language locale lang currency source platform channel kind v state`);
/** Recognises fields whose values only their issuer understands: cursors, hashes, identifiers of requests. */
const isOpaque = nameList(`
  *cursor* {,page,starting,ending,search}{next,prev,previous,after,before,first,last,since,until}
  *{next,prev,previous,page,paging,pagination,continuation,sync,skip,delta,change,resume,scroll,offset}token{,s}
  {,page}{,next,previous,prev}{marker,bookmark,anchor,continuation,iterator,sequence} *{last,start,evaluated,external}key
  *{etag,hash,checksum,digest,fingerprint} md sha rev revision version commit build trace span ref reference nonce integrity ray cfray b
  *trace{parent,state} {confirmation,booking,reservation}code
  *{request,trace,span,correlation,transaction,exchange,operation,event,listing,quote,reservation,rateplan,booking,account}{id,ref,reference,key}{,s}
  *{unit,external,idempotency,view,mongo,object,ray,message,upload,log,job,batch}{id,ref,reference,key}{,s}`);
const isHashOfSecret = nameList('*{password,passwd,pwd,pw,secret,token}hash');
/** Matches names of identifiers: `_id`, `listingId`, `external_ids`, but not "paid". */
const IDENTIFIER = /(?:^|[a-z0-9]|_|-)(?:[_-]id|Id|ID)s?$/;
const isName = nameList('{,display,preferred,user,nick}name{,s}');
const isNote = nameList(`
  {note,message,comment,remark,body,bodie,reply,replie,snippet,preview,subject,content,text,plaintext,html}{,s} body{text,html,plain}
  {message,post,mail}{text,body,content,html} {last,latest}{message,post,reply}`);
/** Recognises names of fields in which people write. Such texts have several words, unlike the value of `messageType` or `reviewScore`. */
const isRemark = nameList(`
  *{note,message,comment,remark,review,feedback,request,wish,question,opinion,description,reason,additionalinfo,instruction}* *detail{,s} hint
  *{anmerkung,bemerkung,nachricht,wunsch,nota,mensaje,comentario,commentaire,messaggio,richiesta,mensagem,opmerking,verzoek,komment}*
  {full,free,answer,custom}text
  *{zprava,meddelande,besked}* statustext`);

/** Returns the kind of a field by its name in a payload, form, query or header ("guest[firstName]", "X-Guest-Email", "phone_2"). */
export const kindOf = remembering((name: string): FieldKind => {
  if (isSecretName(name)) return 'secret';
  const parts = wordsOf(name);
  const plain = parts.join('');
  if (isPerson(parts[0] ?? '') && parts.some((word) => PLACES.has(word))) return 'guestData';
  return KINDS.find(([, isOfKind]) => isOfKind(plain, name))?.[0] ?? 'plain';
});

/** Whether a name is about a person: "additionalGuests", "billingDetails", "homeAddress". */
const isPerson = (plain: string): boolean =>
  isPersonsPlace(plain) ||
  ['', ...BEFORE_PERSON].some(
    (before) =>
      plain.startsWith(before) &&
      ['', ...AFTER_PERSON].some(
        (after) => plain.endsWith(after) && isPersonWord(plain.slice(before.length, plain.length - after.length)),
      ),
  );

/** Whether a name is a person's address written as one word: "guesthomeaddress". */
const isPersonsAddress = (plain: string): boolean =>
  plain.includes('address') && ['billing', ...PERSONS].some((person) => plain.startsWith(person));

/** The kinds in the order in which they are tried. */
const KINDS: readonly (readonly [FieldKind, (plain: string, name: string) => boolean])[] = [
  ['guestData', isGuestData],
  ['guestNote', isGuestNote],
  ['guestName', isGuestName],
  ['mail', isMail],
  ['phone', (plain) => isPhone(plain) && !isNoPhone(plain)],
  ['person', isPerson],
  ['guestData', isPersonsAddress],
  ['stay', isStay],
  ['conversation', isConversation],
  ['card', isCard],
  ['property', isProperty],
  ['safe', (plain, name) => isSafe(plain) || (isOpaque(plain) && !isHashOfSecret(plain)) || IDENTIFIER.test(name)],
  ['name', isName],
  ['note', isNote],
  ['remark', isRemark],
];

/** Returns the kind of a field in an object about `subject`. */
export function kindWithin(subject: Subject, name: string): FieldKind {
  const kind = kindOf(name);
  if (subject === 'card') return kind !== 'secret' && isCardField(wordsOf(name).join('')) ? 'secret' : kind;
  return (subject === 'name' || subject === 'person') && PART_OF_NAME.test(name) ? 'guestName' : kind;
}

/** Whether an object of this subject may contain a guest's messages. */
export const mayHoldGuestMessages = (subject: Subject): boolean =>
  subject !== 'none' && subject !== 'card' && subject !== 'name';

/** Returns the subject of the values in a field, from the `kind` of the field and the `subject` of the object around it. */
export function subjectInField(kind: FieldKind, subject: Subject): Subject {
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

/** Returns the placeholder for a text in a field of this kind; `null` when the text stays. */
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
      return mayHoldGuestMessages(subject) ? GUEST_MESSAGE : null;
    case 'name':
      return subject === 'person' || subject === 'card' ? GUEST_NAME : null;
    case 'remark':
    case 'stay':
    case 'conversation':
      if (subject === 'person') return kind === 'remark' ? GUEST_DATA : null;
      return mayHoldGuestMessages(subject) && hasWords(text) ? GUEST_MESSAGE : null;
    case 'plain':
      if (subject === 'conversation') return hasWords(text) ? GUEST_MESSAGE : null;
      return subject === 'person' ? GUEST_DATA : null;
    default:
      return null;
  }
}

/** Returns the placeholder for a number; `null` when the number stays. Except for secrets, numbers below five digits stay, as counts ("guests": 2). */
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

/** Matches four characters of a script that is written without spaces. */
const SPACELESS_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u;

/** Whether the beginning of a text has two words with letters, or a run in a script without spaces. A date with a time has neither. */
export function hasWords(text: string): boolean {
  // A placeholder stands for one value, which may have had no letter: counted, it would make a second redaction find more than the first.
  const start = text.trimStart().slice(0, 400).replace(PLACEHOLDERS_IN_TEXT, ' ');
  return start.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length > 1 || SPACELESS_SCRIPT.test(start);
}

/** Whether a text looks like an identifier or a number of a guest: these have digits ("65a0…", "cus_91b", "2"), names of persons do not. */
function looksLikeId(text: string): boolean {
  return /^[\w-]*\d[\w-]*$/.test(text);
}
