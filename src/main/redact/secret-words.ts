/** The words that names of secrets consist of. */
import { words } from './name-list.ts';

/** A name that contains one of these words is the name of a secret: "accessTokenValue", "password_confirmation", "X-Amz-Signature". */
export const SECRET_WORDS = new Set(
  words(`
  token tokens secret secrets password passwords passwd pwd pass passphrase passcode credential credentials authorization authentication
  auth bearer cookie cookies jwt jwe assertion signature sig hmac salt csrf xsrf sid apikey apikeys otp totp pin cvc cvv csc cvn pan iban
  mnemonic sessid sessionid jsessionid phpsessid passwort kennwort contrasena senha parola wachtwoord geheimnis clave heslo losenord
  hdnts hdnea hdntl keybox keypad keysafe digicode schlusselbox schluesselbox interphone mdp puk lockbox otpauth dsn sas salasana
  adgangskode jelszo`),
);

/** A name that contains one of these pairs of adjacent words (joined with a hyphen here) is the name of a secret. */
export const SECRET_PAIRS = new Set(
  words(`
  {api,access,private,secret,subscription,encryption,signing,shared,account,master,auth,session,service,client,security,license}-key
  {webhook,app,function,admin,storage,consumer,developer,partner,integration,licence,write,ingest,server,maps,rest,bot}-key
  {access,door,lock,gate,entry,alarm,verification,security,auth,authorization,pin}-code sms-code mfa-code backup-code recovery-code
  otp-code code-verifier session-id session-key card-number cc-number credit-card debit-card card-num card-no account-number
  routing-number bank-account sort-code mot-passe x-auth track-data user-pass wifi-key wlan-key wireless-key network-key wpa-key ssh-key
  pgp-key mac-key recovery-key card-expiry card-exp exp-month exp-year expiry-month expiry-year card-code cc-num account-no
  security-answer secret-answer security-number magic-link reset-link login-link routing-no seed-phrase recovery-phrase backup-phrase
  mfa-seed connection-string door-entry door-access door-key access-number entrance-key key-number key-safe one-time check-in-code
  fa-code secret-code decryption-key hmac-key db-pass smtp-pass ftp-pass`),
);

/** Things that an access code opens, such as a building or a network, in several languages. */
export const OPENED_THINGS = new Set(
  words(`
  door gate lock lockbox keybox box key keypad entry entrance building alarm safe garage elevator lift parking apartment access unlock
  intercom wifi wlan network lobby recovery user device verification backup factor checkin otp mfa sms login signin time pin reset
  activation scratch security auth authorization puerta acceso porta accesso porte acces entree entrada ingresso tur tuer zugangs turen
  toegangs deur adgangs dor digi house arrival keyless visitor mailbox locker smartlock deadbolt padlock stairwell schlussel schluessel
  haustur haustuer portail portal immeuble cancello portone nuki ttlock yale august schlage igloohome salto kwikset tedee danalock
  remotelock`),
);
export const CODES = new Set(words('code combination combo codigo codice kode kod'));

/** Words after a secret's name that make the value a harmless fact about the secret: "token_type", "passwordPolicy". */
export const FACT_WORDS = new Set(
  words(`
  type types count limit limits endpoint url uri expires expiry expiration expired expire lifetime ttl generation quota policy required
  requirements status state length method methods mode scheme schemes provider server issuer usage used left created remaining updated
  issued revoked at last4 enabled disabled valid scope scopes hint algorithm alg version format field error errors message max min age
  present set`),
);
