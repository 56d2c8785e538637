/** The things that people say about a failure in English and Spanish, by cause, as concepts that one clause names (facts/concepts.ts). */
import type { CauseId } from '../../../shared/model/diagnosis.ts';
import { type Concept, conceptsOf } from '../facts/concepts.ts';

/** `isVague`: the same words are used for other causes. `denies`: the wording itself has a word of denial. */
export interface Phrase {
  readonly cause: CauseId;
  /** The meaning, as a part of a sentence. */
  readonly says: string;
  readonly concepts: readonly Concept[];
  readonly isVague: boolean;
}

const TOKEN = '*token*|jwt|bearer';
const QUOTE = 'quote|quotes|quotation|offer|presupuesto*|cotizacion*|oferta';
const APPLICATION =
  'application*|instance|instances|integration*|client ids|app|apps|aplicacion*|instancia*|integracion*';
const FIVE = 'five|cinco|5';
const COUPON =
  'coupon*|promo code*|promotional code*|discount code*|discount|voucher*|promo|cupon*|codigo de descuento|codigo promocional|descuento';
const NEVER =
  'never|no|none|not a single|not yet|without|not done|not do|nobody|nunca|ningun*|todavia no|aun no|sin|nadie';

/** The wordings by cause and by what they say; `~` marks a vague one. */
const TABLE: Partial<Record<CauseId, Readonly<Record<string, readonly string[]>>>> = {
  tokenExpired: {
    'the token is older than a day': [
      `${TOKEN} & expired|expires|expiry|no longer valid|too old|ran out|out of date|lapsed|next day|days later|caduc*|expir*|vencid*`,
      `~${TOKEN} & yesterday|day ago|days ago|last week|last night|last month|the day before|a week|ayer|dias|semana pasada`,
    ],
    'one token is kept and not renewed': [
      `~${TOKEN} & keep|keeps|kept|cache*|store*|save*|hardcoded|hard coded|static|reuse*|in memory|not renew*|guard*|almacen*|en cache|fijo|reutiliz*`,
    ],
    'it fails once a day': [
      '24 h*|24h|twenty four h*|every day|every morning|every night|first day|for a day|once a day|a day later|next day|next morning|same time|cada 24|cada dia|todos los dias|al dia siguiente & stop*|fail*|break*|dies|dead|refused|rejected|no longer|expire*|restart*|error*|401|403|falla*|rechaz*|deja de|caduc*',
    ],
  },
  tokenUnknown: {
    'the token before the new one is refused': [
      '~old|older|previous|former|stale|viejo|anterior|antiguo & stop*|fail*|refused|rejected|dead|dies|401|403|error*|no longer|falla*|rechaz*',
    ],
  },
  wrongEnvironment: {
    'another environment takes part': [
      `staging|sandbox|test environment|test system|test account|test server|test credentials|test key|test keys|demo account|uat|preprod*|entorno de pruebas|cuenta de pruebas & ${TOKEN}|key|keys|credential*|client id|client secret|secret|clave*|credencial*`,
    ],
  },
  deprecatedEndpoint: {
    'the old reservations endpoint is called': [
      'old|legacy|deprecated|v1|version 1|previous|former + reservation|reservations|booking|bookings|endpoint|route',
      'reservations v1|endpoint antiguo|endpoint obsoleto|antiguo endpoint|viejo endpoint',
    ],
  },
  sixthApplication: {
    'the account has all its applications': [
      `${APPLICATION} & limit*|maximum|max|at most|quota|cap|exceeded|reached|no more|too many|maximo|alcanzad*|demasiad* & ${FIVE}|account|cuenta`,
      `${APPLICATION} & ${FIVE} & already|exist*|there are|has|have|ya|tiene|tenemos|hay`,
    ],
  },
  bookingOption: {
    'the booking option allows only one way to book': [
      'only|just|alone|solo|unicamente & instant*|immediate booking|inquir*|request to book|requests to book|booking request*|request booking|solicitud*',
    ],
  },
  activationSteps: {
    'the account has had no direct booking yet': [
      `new account|new customer|new client|new property manager|brand new|account is new|fresh account|cuenta nueva|cuenta es nueva|nueva cuenta|nuevo cliente & ${NEVER} & reservation*|booking*|reserva*`,
    ],
    'the activation was not done': [
      `activation*|step two|step 2|second step|setup step*|manual source|manual booking source|booking source|initiali*|activacion|segundo paso & ${NEVER}|forgot*|overlooked|skipped|missing|olvid*|falta*`,
    ],
  },
  listingNotBookable: {
    'the listing is outside the booking engine': [
      'outside|out of scope|unlisted|excluded|removed from|taken off|off the|unpublished|no esta en|fuera|excluid*|quitad* & booking engine*|engine|website|instance|scope|motor|instancia',
      'not & in|part|selected|assigned|enabled|added|listed|published|included|connected & booking engine*|engine|website|instance|scope',
    ],
  },
  noPermission: {
    'the account or its plan is not active': [
      'account|accounts|subscription|plan|contract|licence|license|membership|invoice*|bill|cuenta|suscripcion|contrato|licencia|factura* & inactiv*|suspend*|paused|cancelled|canceled|downgraded|expired|ended|closed|frozen|deactivated|unpaid|not paid|overdue|blocked|on hold|lapsed|terminated|disabled|pausad*|cancelad*|caducad*|cerrad*|impagad*|bloquead*|desactivad*|vencid*',
    ],
    'the token works for other requests': [
      `~${TOKEN} & works|worked|working|fine|ok|succeeds|accepted|no problem|live|funcion*|va bien|aceptad*|sin problemas`,
    ],
  },
  quotaUsedUp: {
    'the tokens of the day are used up': [
      `${TOKEN} & quota|limit*|used up|exhausted|none left|no more|cuota|agotad*|no quedan & day|today|daily|24 h*|hours|hoy|dia|horas`,
    ],
  },
  intermediary: {
    'a proxy, a firewall or a sign-in page answers': [
      'proxy|firewall|waf|cloudflare|captive|hotspot*|web filter|content filter|antivirus|zscaler|squid|forti*|netskope|portal|cortafuegos|filtro web & page|pages|html|accept|sign in|log in|login|block*|intercept*|denied|pagina|bloque*|condiciones',
    ],
  },
  upstreamFault: {
    'the service itself fails': ['internal server error|bad gateway|service unavailable|gateway timeout|error interno'],
  },
  couponDropped: {
    'the coupon has no effect': [
      `${COUPON} & no effect|no discount|ignored|ignores|does nothing|not applied|not considered|not deducted|full price|same price|same total|same amount|unchanged|without|missing|disappear*|vanish*|dropped|price stays|price remains|stays the same|empty|not there|gone|nothing happens|full amount|sin efecto|ningun efecto|ignora*|no se aplica|no aplica|precio completo|mismo precio|sin descuento|sigue igual|desaparec*|vacio`,
      `${COUPON} & not & applied|considered|deducted|subtracted|in the`,
      `${COUPON} & total|amount|price|sum|precio|importe & same|unchanged|not change|no cambia|igual|completo`,
    ],
  },
  quoteUsed: {
    'the same quote was used before': [
      `${QUOTE} & again|twice|second time|two times|reuse*|a second|the second|already used|already been used|already booked|already confirmed|fulfilled|double click*|retried|repeat*|otra vez|dos veces|segunda vez|de nuevo|reutiliz*|doble clic`,
    ],
  },
  wrongParameters: {
    'a field or its format is wrong': [
      'parameter*|field*|date|dates|format|body|json|checkin|checkout|check in|check out|guests count|arrival|departure|parametro*|campo*|formato & dd mm|mm dd|wrong format|american format|as a string|as text|instead of a number|renamed|misspel*|before check*|before the check*|before arrival|is required|wrong name|negative|typo|swapped|in the past|formato incorrecto|como texto|mal escrit*|en el pasado',
    ],
  },
  nothingWrong: {
    'it works now': [
      'works|working|runs|running + again|now|fine|as expected',
      'back to normal|everything is fine|everything fine|all is fine|all fine|everything is good|all good|no action needed|no action is needed',
      'issue|problem|ticket + resolved|solved|fixed|is resolved|is solved|is fixed|was resolved|was solved',
      'close this ticket|close the ticket|close my ticket|ya funciona|funciona ahora|funciona de nuevo|funciona otra vez|problema resuelto',
    ],
  },
};

export const PHRASES: readonly Phrase[] = Object.entries(TABLE).flatMap(([cause, rows]) =>
  Object.entries(rows).flatMap(([says, wordings]) =>
    wordings.map((wording) => ({
      ...{ cause: cause as CauseId, says, isVague: wording.startsWith('~') },
      concepts: conceptsOf(wording.replace('~', '')),
    })),
  ),
);
