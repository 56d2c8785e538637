/**
 * Words for things that people mention around a failure, in English and Spanish: the languages that texts of others need (docs/doctor.md). They are
 * compared with text in lower case without accents. `;` separates phrases, `*` stands for up to 30 letters, a blank for a blank or a hyphen.
 */
const ROWS = {
  worksNow: [
    '(?:works?|working|runs?|running) (?:again|now|fine|as expected);back to normal;(?:everything|all) (?:is )?(?:fine|good)(?: again| now)?;no action (?:is )?needed;(?:issue|problem|ticket) (?:is |was )?(?:resolved|solved|fixed);close (?:this|the|my) ticket',
    '(?:ya |todo |ahora )(?:funciona|va bien);funciona (?:de nuevo|ahora|otra vez);problema (?:esta )?(?:resuelto|solucionado)',
  ],
  token: ['*token*;jwt;bearer', ''],
  key: [
    'keys?;api keys?;credentials?;client id;client secret;secrets?;client credentials;id and secret;key pair',
    'claves?;credencial*;secreto',
  ],
  without: [
    'without;missing;lacks?;lacked;left out;omitted;omits?;leave out;dropped;absent',
    'sin;falta*;faltaba;omit*',
  ],
  forgot: ['forgot;forgotten;forgets?;overlooked;skipped', 'olvid*'],
  only: [
    'only;just;bare;raw;nothing (?:but|in front|before);no prefix;alone;plain;directly;exactly as;as it (?:is|came);as received',
    'solo;unicamente;directamente;solamente;tal cual',
  ],
  old: ['old;older;previous;former;stale', 'viej*;antigu*;anterior*'],
  ago: [
    'yesterday;days? ago;(?:mon|tues|wednes|thurs|fri|satur|sun)day;last (?:week|night|month);last \\w+day;the day before;a week',
    'ayer;anteayer;hace (?:dos|tres|\\d+) dias;semana pasada;el dia anterior;lunes;martes;miercoles;jueves;viernes',
  ],
  daily: [
    'every (?:\\d+|twenty four) ?(?:h|hours);(?:another|the first|next) (?:24|day);first day;after (?:\\w+ )?(?:24|twenty four) ?(?:h|hours);24 ?h(?:ours?)? (?:later|after);(?:each|every) (?:day|morning|night|evening|24);once a day;a day later;for a day;one day;(?:the )?next (?:day|morning);same (?:time|hour) (?:each|every);same (?:time|hour)',
    'cada 24;(?:otras|primeras) 24;primer dia;a las 24 ?h;despues de (?:unas )?24;24 ?h(?:oras)? despues;cada (?:dia|manana|noche);todos los dias;todas las mananas;al dia siguiente;misma hora',
  ],
  stops: [
    'stop(?:s|ped)?;fails?;failing;failed;401;403;errors?;breaks?;broken;dies;dead;refused;rejected;unauthori[sz]ed;ends;no longer;restart*;expire[ds]?',
    'falla*;error;401;403;rechaz*;deja de;para;reinici*;caduc*;expir*',
  ],
  keep: [
    'keep(?:s|ing)?;kept;cached?;caches;stored?;stores;saved?;saves;hard ?coded;static;constant;reuse[ds]?;reusing;in memory;env(?:ironment)? (?:file|variable);config(?:uration)? file;never (?:renew|refresh|replace)\\w*;not renew\\w*',
    'guard*;almacen*;en cache;fijo;en memoria;reutiliz*;conserv*;nunca renov*;a fuego;archivo de configuracion',
  ],
  works: [
    'works?;worked;working;fine;ok;succeeds?;accepted;goes through;went through;no problems?;answers? normally;returns? 200;200;live',
    'funcion*;va bien;ok;aceptad*;200;responde*;sin problemas;bien',
  ],
  testEnv: [
    'staging;sandbox;test (?:environment|system|account|server|instance|host|credentials|keys?);demo (?:account|environment|system);uat;pre ?prod\\w*;qa (?:environment|system);dev(?:elopment)? (?:environment|system|host|server)',
    'entorno de (?:pruebas|test|desarrollo|staging);preproduccion;cuenta de pruebas',
  ],
  oldEndpoint: [
    '(?:old|legacy|deprecated|v1|version 1|previous) (?:reservations?|bookings?);reservations? v1;(?:deprecated|legacy|old) (?:endpoint|route);direct(?:ly)? (?:post|create) (?:to )?reservations?',
    '(?:antiguo|viejo) endpoint;endpoint (?:antiguo|obsoleto|viejo|deprecado)',
  ],
  reservation: ['reservations?;bookings?;book', 'reserva*'],
  five: ['five;5', 'cinco;5'],
  already: ['already;exist\\w*;there are;has;have', 'ya;exist*;tiene;tenemos;hay'],
  application: [
    'applications?;api instances?;instances?;integrations?;client ids?;booking engine apps?;apps?',
    'aplicacion*;instancia*;integracion*;client ids?',
  ],
  limit: [
    'limit\\w*;maximum;max;at most;quota;cap;allowed;exceeded;reached;used up;exhausted;no more;none left;nothing left;too many',
    'limite*;maximo;cuota;alcanzad*;superad*;excedid*;agotad*;demasiad*;no (?:quedan|hay) mas',
  ],
  instant: [
    'instant(?: book\\w*)?;/instant;book instantly;immediate booking',
    'reserva (?:instantanea|inmediata);instantane*;instant',
  ],
  never: [
    'never;no;none;not a single;not one;not yet;zero;without;nobody;not done;did not;not do;have not;has not',
    'nunca;ningun*;todavia no;aun no;sin;nadie;no',
  ],
  activation: [
    'activation(?: steps?)?;step (?:2|two);second step;setup steps?;manual (?:booking )?source;booking source;reservation source;initiali[sz]\\w*',
    'activacion;paso (?:2|dos);segundo paso',
  ],
  newAccount: [
    'new (?:\\w+ )?(?:account|customer|client|property manager|owner);account (?:is |was )?(?:brand )?(?:new|opened|created);fresh account;brand new',
    'cuenta (?:es )?(?:nueva|recien);nueva cuenta;nuevo cliente',
  ],
  bookRequest: [
    '/inquiry;inquir\\w*;requests? to book;booking requests?;request booking',
    'solicitud(?:es)? de reserva;peticion de reserva',
  ],
  notInEngine: [
    'not (?:\\w+ ){0,2}in (?:\\w+ )?(?:booking|instance|scope|engine);not (?:\\w+ ){0,2}(?:part|selected|assigned|enabled|added|listed|published);not (?:\\w+ ){0,2}(?:ticked|included|connected|bookable);outside;out of scope;unlisted;excluded;removed from;taken off;took (?:it|them) off;unpublished;in the booking engine s? ?scope',
    'no (?:\\w+ ){0,2}en el (?:motor|booking|ambito);no (?:\\w+ ){0,2}(?:seleccionad|asignad|activad|publicad|incluid)\\w*;fuera;excluid*;quitad*',
  ],
  engine: [
    'booking ?engine\\w*;website instance;direct website;the instance;scope',
    'booking engine;motor;instancia;ambito;alcance',
  ],
  account: [
    'accounts?;subscription;plan;contract;licen[cs]e;membership;invoices?;bill',
    'cuenta;suscripcion;plan;contrato;licencia;facturas?',
  ],
  inactive: [
    'inactive;suspended;paused;cancell?ed;downgraded;expired;ended;closed;frozen;deactivated;unpaid;not paid;overdue;blocked;on hold;lapsed;was changed;terminated;disabled',
    'inactiva?;suspendid*;pausad*;cancelad*;caducad*;cerrad*;impagad*;bloquead*;desactivad*;vencid*;rebajad*',
  ],
  proxy: [
    'proxy;firewall;waf;cloudflare;captive;hot ?spots?;web filter;content filter;antivirus;zscaler;squid;forti\\w*;netskope;secure web gateway;wi ?fi portal;gateway of our',
    'proxy;cortafuegos;portal cautivo;filtro web;antivirus;portal',
  ],
  page: [
    '(?:log ?in|sign ?in|block(?:ed)?|warning|error) ?pages?;(?:html|web|start|welcome|terms) ?pages?;html;page (?:that )?(?:asks|says|of);accept (?:the )?terms;sign in;log in;407;blocks?;blocked;intercept\\w*;denied',
    'pagina (?:de (?:inicio|acceso|bloqueo|login)|html|web);html;iniciar sesion;condiciones;407;bloque*',
  ],
  serverDown: [
    'internal server error;bad gateway;service unavailable;gateway time ?out;50[0234] errors?;(?:error|status|code|http) 50[0234]',
    'error interno;bad gateway;error 50[0234]',
  ],
  coupon: [
    'coupons?(?: codes?)?;promo(?:tion)?(?:al)? ?codes?;discount codes?;vouchers?;discount;promo',
    'cupon*;codigos? (?:de descuento|promocional\\w*);descuento',
  ],
  noEffect: [
    'no effect;no discount;ignored;ignores;does nothing;not (?:\\w+ ){0,2}(?:applied|considered|deducted|subtracted|in the);full price;same (?:price|total|amount);unchanged;without (?:the )?(?:coupon|discount|reduction);missing;disappear\\w*;dropped;empty;vanish\\w*;not there;is gone;price (?:stays|remains|is the same);nothing happens;full amount;(?:total|amount|price|sum) (?:\\w+ ){0,3}(?:same|unchanged|not change)',
    'ningun efecto;sin efecto;ignora*;no (?:se )?(?:\\w+ ){0,2}(?:aplica|descuenta|tiene en cuenta)\\w*;precio (?:completo|entero|total);mismo precio;(?:queda|sigue) igual;sin cambios;vaci[oa];desaparec*;sin descuento;(?:total|precio|importe) (?:no cambia|es el mismo|sigue igual)',
  ],
  quote: ['quotes?;quotation;quote id;offer;price offer', 'presupuesto*;cotizacion*;quotes?;oferta'],
  again: [
    'again;twice;second time;two times;reuse[ds]?;reusing;(?:a|the) second;second (?:confirm\\w*|booking|attempt|call|request|one|try);already (?:been )?(?:used|booked|confirmed|fulfilled|converted|made);double ?click\\w*;retr(?:y|ies|ied);pressed .{0,12}twice;repeat\\w*;another try;fulfilled;both',
    'otra vez;dos veces;segunda vez;de nuevo;reutiliz*;mism[oa] (?:presupuesto|cotizacion|quote);ya (?:usad|reservad|confirmad|utilizad)\\w*;doble clic',
  ],
  expired: [
    'expired;expires;expiry;no longer valid;too old;ran out;out of date;lapsed;next day;days? later;comes back;came back',
    'caduc*;expir*;vencid*;ya no (?:es )?valid*;dias? (?:despues|mas tarde);dia siguiente',
  ],
  parameter: [
    'parameters?;fields?;date format;dates?;format;body;json;checkin;checkout;check in;check out;guests ?count;arrival;departure',
    'parametros?;campos?;formato;fecha de (?:entrada|salida)',
  ],
  badValue: [
    'dd/mm;mm/dd;\\d\\d[./]\\d\\d[./]\\d{4};wrong format;american format;as a string;as text;instead of a number;renamed;misspel\\w*;misnamed;before (?:the )?(?:check ?in|arrival);is required;wrong name;negative;typo\\w*;swapped;in the past',
    'formato (?:incorrecto|equivocado|mal);\\d\\d[./]\\d\\d[./]\\d{4};como texto;en vez de un numero;mal escrit*;antes de la entrada;en el pasado',
  ],
} as const;

/** The name of a thing that people mention. */
export type Word = keyof typeof ROWS;

/** Excludes the start of a failure, which is not the age of a token. */
const EXCLUDED: Partial<Record<Word, string>> = { ago: '(?<!\\b(?:since|desde) )' };

const patternOf = (word: Word, phrase: string): RegExp => {
  const pattern = phrase.replaceAll(/(?:\\w)?\*/g, String.raw`\w{0,30}`).replaceAll(' ', '[ -]');
  return new RegExp(String.raw`(?<!\w)${EXCLUDED[word] ?? ''}(?:${pattern})(?!\w)`, 'g');
};

/** A pattern for each phrase of a word. */
export const PATTERNS: ReadonlyMap<Word, readonly RegExp[]> = new Map(
  (Object.keys(ROWS) as Word[]).map((word) => [
    word,
    ROWS[word]
      .flatMap((row) => row.split(';'))
      .filter((phrase) => phrase !== '')
      .map((phrase) => patternOf(word, phrase)),
  ]),
);
