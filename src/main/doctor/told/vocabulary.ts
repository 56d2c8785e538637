/**
 * Words for things that people mention around a failure, in English and Spanish: the languages that texts of others need (docs/doctor.md). They are
 * compared with text in lower case without accents. `|` separates alternatives, `*` stands for up to 30 letters, a blank for a blank or a hyphen.
 */
const ROWS = {
  worksNow: [
    '(?:works?|working|runs?|running) (?:again|now|fine|as expected)|back to normal|(?:everything|all) (?:is )?(?:fine|good)(?: again| now)?|no action (?:is )?needed|(?:issue|problem|ticket) (?:is |was )?(?:resolved|solved|fixed)|close (?:this|the|my) ticket',
    '(?:ya |todo |ahora )(?:funciona|va bien)|funciona (?:de nuevo|ahora|otra vez)|problema (?:esta )?(?:resuelto|solucionado)',
  ],
  token: ['*token*|jwt|bearer', ''],
  bearer: ['bearer', ''],
  key: [
    'keys?|api keys?|credentials?|client id|client secret|secrets?|client credentials|id and secret|key pair',
    'claves?|credencial*|secreto',
  ],
  header: ['*header|authorization|authori[sz]ation line', 'cabecera*|encabezado*'],
  without: [
    'without|missing|lacks?|lacked|left out|omitted|omits?|leave out|dropped|absent',
    'sin|falta*|faltaba|omit*',
  ],
  forgot: ['forgot|forgotten|forgets?|overlooked|skipped', 'olvid*'],
  only: [
    'only|just|bare|raw|nothing (?:but|in front|before)|no prefix|alone|plain|directly|exactly as|as it (?:is|came)|as received',
    'solo|unicamente|directamente|solamente|tal cual',
  ],
  double: ['twice|double[ds]?|two times|duplicated?|repeated', 'dos veces|duplicad*|doble'],
  quotes: ['quotation marks?|quotes around|in quotes|quote marks|quoted|double quotes|single quotes', 'comillas'],
  lineBreak: [
    'line breaks?|new ?lines?|line feed|carriage return|trailing (?:space|whitespace|blank)s?|extra spaces?|whitespace|line end',
    'salto de linea|espacio (?:de mas|extra|al final)|espacios',
  ],
  variable: ['variable|placeholder|template|curly braces', 'variable|marcador|llaves'],
  literally: [
    'literally|literal|as is|verbatim|unresolved|unreplaced|not (?:replaced|resolved|substituted|filled|expanded)|never replaced',
    'literal*|tal cual|sin (?:reemplazar|sustituir)',
  ],
  old: ['old|older|previous|former|stale', 'viej*|antigu*|anterior*'],
  fresh: ['new|fresh|another|newly|second', 'nuev[oa]s?|otr[oa]'],
  ago: [
    'yesterday|days? ago|(?:mon|tues|wednes|thurs|fri|satur|sun)day|last (?:week|night|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|the day before|a week',
    'ayer|anteayer|hace (?:dos|tres|\\d+) dias|semana pasada|el dia anterior|lunes|martes|miercoles|jueves|viernes',
  ],
  daysOld: [
    '(?:days?|weeks?|months?) old|older than|more than (?:a day|one day|24|24 hours)|over 24 hours|2[5-9] hours|[34]\\d hours',
    'mas de (?:24|un dia)|2[5-9] horas|dias de antiguedad',
  ],
  dated: ['from|of|dated', 'del?'],
  daily: [
    'every (?:\\d+|twenty four) ?(?:h|hours)|(?:another|the first|next) (?:24|day)|first day|after (?:exactly |about |roughly |almost )?(?:24|twenty four) ?(?:h|hours)|24 ?h(?:ours?)? (?:later|after)|(?:each|every) (?:day|morning|night|evening|24)|once a day|a day later|for a day|one day|(?:the )?next (?:day|morning)|same (?:time|hour) (?:each|every)|same (?:time|hour)',
    'cada 24|(?:otras|primeras) 24|primer dia|a las 24 ?h|despues de (?:unas )?24|24 ?h(?:oras)? despues|cada (?:dia|manana|noche)|todos los dias|todas las mananas|al dia siguiente|misma hora',
  ],
  stops: [
    'stop(?:s|ped)?|fails?|failing|failed|401|403|errors?|breaks?|broken|dies|dead|refused|rejected|unauthori[sz]ed|ends|no longer|restart*|expire[ds]?',
    'falla*|error|401|403|rechaz*|deja de|para|reinici*|caduc*|expir*',
  ],
  keep: [
    'keep(?:s|ing)?|kept|cached?|caches|stored?|stores|saved?|saves|hard ?coded|static|constant|reuse[ds]?|reusing|in memory|env(?:ironment)? (?:file|variable)|config(?:uration)? file|never (?:renew|refresh|replace)\\w*|not renew\\w*',
    'guard*|almacen*|en cache|fijo|en memoria|reutiliz*|conserv*|nunca renov*|a fuego|archivo de configuracion',
  ],
  revoked: [
    'revoked?|revokes|regenerat\\w*|rotat(?:ed|es|ing|ion)|reset|invalidat\\w*|re ?created|re ?issued|withdrawn|rolled|deactivated|renewed the (?:key|secret|credentials)\\w*|(?:made|generated|created|issued) (?:a )?new (?:secret|keys?|credentials|client secret)',
    'revoc*|regener*|rotad*|restableci*|invalidad*|anulad*|(?:generado|creado|genero) (?:una? )?nuev\\w+ (?:clave|credencial|secreto)\\w*',
  ],
  works: [
    'works?|worked|working|fine|ok|succeeds?|accepted|goes through|went through|no problems?|answers? normally|returns? 200|200|live',
    'funcion*|va bien|ok|aceptad*|200|responde*|sin problemas|bien',
  ],
  clock: [
    'clocks?|system (?:time|date)|server (?:time|date)|local time|machine time|ntp|time sync\\w*|date and time|time server|hardware clock|rtc|(?:its|the) date (?:is|was|says|shows|stood|stands)|cmos battery',
    'reloj|hora del (?:sistema|servidor|equipo)|fecha del (?:sistema|servidor|equipo)|ntp',
  ],
  off: [
    'off|wrong|fast|slow|ahead|behind|late|early|drift\\w*|skew\\w*|(?:out of|not|never|lost) sync\\w*|hours?|minutes?|19[7-9]\\d|20[01]\\d|202[0-5]|future|past|reset|dead|empty|disabled|stopped|not running|was down',
    'mal|adelant*|atras*|retras*|horas?|minutos?|equivocad*|desfas*|incorrect*|19[7-9]\\d|20[01]\\d|dias?|desincron*',
  ],
  same: [
    'same|identical|one and the same|shared?|reuse[ds]?|reusing|single|also use',
    'mism[oa]s?|reutiliz*|compart*|identic*',
  ],
  openApi: ['open ?api|openapi|pms api', ''],
  bookingApi: ['booking ?engine*|booking api|be api|buchungs ?engine', 'motor de reservas?'],
  both: ['both|the two|either|two apis', 'ambas?|ambos|las dos|los dos'],
  takenFor: ['for|against|at|on|with|to call|in|to', 'para|contra|en|con|a'],
  other: ['other|wrong|different', 'otr[ao]|equivocad*'],
  testEnv: [
    'staging|sandbox|test (?:environment|system|account|server|instance|host|credentials|keys?)|demo (?:account|environment|system)|uat|pre ?prod\\w*|qa (?:environment|system)|dev(?:elopment)? (?:environment|system|host|server)',
    'entorno de (?:pruebas|test|desarrollo|staging)|preproduccion|cuenta de pruebas',
  ],
  liveEnv: ['production|prod|live|real account|real system', 'produccion|real'],
  basePath: ['/v1|v1|base (?:url|path|address)|path prefix|version prefix|path|/api', 'url base|ruta|prefijo'],
  wrongPath: [
    'wrong|twice|doubled?|missing|without|forgot|left out|removed|added|dropped|incomplete',
    'mal|dos veces|duplicad*|falta*|sin|olvid*|incomplet*|equivocad*',
  ],
  oldEndpoint: [
    '(?:old|legacy|deprecated|v1|version 1|previous|former) (?:reservations?|bookings?)(?: \\w+)? ?(?:endpoint|api|call|route|v1)?|reservations? v1|(?:deprecated|legacy|old) (?:endpoint|route)|direct(?:ly)? (?:post|create) (?:to )?reservations?',
    '(?:antiguo|viejo) endpoint|endpoint (?:antiguo|obsoleto|viejo|deprecado)',
  ],
  reservation: ['reservations?|bookings?|book', 'reserva*'],
  plainHttp: [
    '(?:plain|unencrypted|only|simple|insecure) http|http (?:instead of|and not|not|rather than|without|only) ?(?:https|s|tls|ssl)?|port 80|http no s|without (?:https|ssl|tls)|https? turned off|https (?:is )?(?:required|disabled|off)|no https|not https|http url|to http|http:// url',
    'http (?:en vez|en lugar|sin|simple|plano)|sin (?:https|ssl|tls|cifrar)|puerto 80|por http',
  ],
  json: ['json|application/json|json body|json object|multipart|text/plain|xml|query string', 'json|multipart'],
  form: ['form|urlencoded|x www form urlencoded|form fields?|form data|form encoded', 'formulario|urlencoded'],
  tokenRequest: [
    'token (?:request|call|endpoint|url|step)|oauth*|token|/token|login call|authentication (?:request|call)',
    'peticion del? token|solicitud del? token|token|oauth*|autenticacion',
  ],
  noHeader: [
    'no authorization(?: header)?|without (?:an? |the )?authorization(?: header)?|x api key|x-api-key|api key header',
    'sin (?:la )?(?:cabecera )?authorization',
  ],
  jsonSent: [
    '(?:as|in) (?:a )?json|json (?:body|object|payload|format)|application/json|multipart|text/plain|raw json|(?:posts?|sends?|sent) (?:\\w+ ){0,2}json',
    '(?:en|como) json',
  ],
  wrong: [
    'wrong|mistyped|incorrect|invalid|typo\\w*|misspel\\w*|incomplete|truncated|cut off|cut short|too short|last character|swapped|mixed up|outdated|does not match|from (?:the )?(?:wrong|other|another)',
    'mal|equivocad*|incorrect*|incomplet*|cortad*|intercambi*|errat*|invalid*|caducad*',
  ],
  clientKey: [
    '(?:client |api )?secret|client ?id|client credentials|credentials|client_id|client_secret|api keys?',
    'secreto|secret|client ?id|credencial*|clave (?:secreta|api)',
  ],
  scope: ['scopes?', 'alcance|ambito'],
  misspelt: [
    'misspel\\w*|typo\\w*|mistyped|underscore|hyphen|dash|dot instead|colon|(?:wrong|wrongly|incorrectly|badly) (?:spelled|spelt|written)|(?:spelled|spelt|written) (?:wrong|wrongly|incorrectly)|capital letters?|singular|plural|invalid scope|not known|unknown',
    'guion*|mal escrit*|errata|dos puntos|mayuscul*|desconocid*',
  ],
  five: ['five|5', 'cinco|5'],
  sixth: ['sixth|6th|a further|one more|six|another|additional|new', 'sexta?|6a|seis|otra|nueva|mas'],
  fourth: ['fourth|4th|four|4|more than three', 'cuarta?|cuatro|4a?|mas de tres'],
  three: ['three|3|third', 'tres|3|tercera?'],
  already: ['already|exist\\w*|there are|has|have', 'ya|exist*|tiene|tenemos|hay'],
  sixthAlone: ['sixth|6th|six', 'sexta|seis'],
  application: [
    'applications?|api instances?|instances?|integrations?|client ids?|booking engine apps?|apps?',
    'aplicacion*|instancia*|integracion*|client ids?',
  ],
  limit: [
    'limit\\w*|maximum|max|at most|quota|cap|allowed|exceeded|reached|used up|exhausted|no more|none left|nothing left|too many',
    'limite*|maximo|cuota|alcanzad*|superad*|excedid*|agotad*|demasiad*|no (?:quedan|hay) mas',
  ],
  renewal: ['renew\\w*|refresh(?:ed|es|ing)?|token refresh', 'renov*|refresc*'],
  perRequest: [
    'for (?:each|every) (?:\\w+ )?(?:request|call|page|visit\\w*|search|run|job|process|worker|deploy\\w*|build|test|visitor|user)|(?:every|each) (?:\\w+ )?(?:request|call|deploy\\w*|run|restart|page|start|build|worker|process)|per (?:request|call|run|deploy\\w*|page|worker)|(?:each|every) time|on (?:each|every)|several deploy\\w*|many restarts',
    '(?:en|para|por|con|a) cada (?:\\w+ )?(?:peticion|llamada|pagina|despliegue|ejecucion|visita|busqueda|solicitud|arranque|reinicio)|cada vez',
  ],
  today: [
    'today|in 24 hours|per day|a day|within a day|24 ?h|daily|this morning|since midnight|until tomorrow',
    'hoy|al dia|por dia|24 ?h|24 horas|diari*|hasta manana',
  ],
  fetch: [
    'fetch\\w*|request(?:s|ed|ing)?|mint\\w*|issue[ds]?|issuing|get(?:s|ting)?|got|creates?|created|asks? for|obtain\\w*|generate[ds]?',
    'pid[eo]\\w*|pedim*|solicit*|obten*|obtien*|gener*|crea\\w*',
  ],
  tooFast: [
    'parallel\\w*|concurren\\w*|simultaneous\\w*|threads?|in a (?:tight )?loop|all at once|at the same time|per second|per minute|burst\\w*|promise all|without (?:any )?(?:pause|delay|sleep|throttl\\w*)|at full speed|as fast as|bulk|mass|workers|thousands? of|hundreds? of',
    'paralel*|simultane*|bucle|de golpe|a la vez|por segundo|por minuto|sin pausa|miles de|cientos de|rafaga',
  ],
  requests: [
    'requests?|calls?|queries|searches|listings?|availabilit\\w*|calendars?',
    'peticion*|llamada*|solicitud*|consultas|calendarios?',
  ],
  option: [
    'option|setting|set to|set up|configured|instance|selected|chose|chosen|booking type|mode|switch\\w*|activated|enabled|turned',
    'opcion|ajuste|instancia|elegi\\w*|configur*|seleccion*|modo|activad*',
  ],
  instant: [
    'instant(?: book\\w*)?|/instant|book instantly|immediate booking',
    'reserva (?:instantanea|inmediata)|instantane*|instant',
  ],
  inquiry: [
    'inquir\\w*|requests? to book|booking requests?|request booking|/inquiry|approv\\w*',
    'solicitud*|consulta*|peticion de reserva|inquir*',
  ],
  notAllowed: [
    'disabled|not allowed|not enabled|off|switched off|turned off|forbidden|refused|rejected|403|deselected|unticked|unavailable',
    'desactivad*|deshabilitad*|prohibid*|rechaz*|403|no permitid*',
  ],
  never: [
    'never|no|none|not a single|not one|not yet|zero|without|nobody|not done|did not|not do|have not|has not',
    'nunca|ningun*|todavia no|aun no|sin|nadie|no',
  ],
  firstBooking: [
    '(?:very )?first (?:direct |real |live )?(?:booking|reservation)s?|direct (?:\\(?manual\\)? )?(?:booking|reservation)s?|manual (?:booking|reservation)s?|(?:bookings?|reservations?) in (?:it|the account)|reservations? came|test (?:booking|reservation)',
    'primera reserva|reserva (?:directa|manual)',
  ],
  activation: [
    'activation(?: steps?)?|step (?:2|two)|second step|setup steps?|manual (?:booking )?source|booking source|reservation source|initiali[sz]\\w*',
    'activacion|paso (?:2|dos)|segundo paso',
  ],
  plan: ['plan|subscription|contract|licen[cs]e|tier', 'plan|suscripcion|contrato'],
  changed: ['changed|switched|moved|downgrad\\w*|upgrad\\w*|basic', 'pasamos|cambi*|basico'],
  newAccount: [
    'new (?:\\w+ )?(?:account|customer|client|property manager|owner)|account (?:is |was )?(?:brand )?(?:new|opened|created)|fresh account|brand new',
    'cuenta (?:es )?(?:nueva|recien)|nueva cuenta|nuevo cliente',
  ],
  bookRequest: [
    '/inquiry|inquir\\w*|requests? to book|booking requests?|request booking',
    'solicitud(?:es)? de reserva|peticion de reserva',
  ],
  api: ['apis?', ''],
  listing: [
    'listings?|propert(?:y|ies)|apartments?|flats?|houses?|villas?|rentals?|units?|cabins?|chalets?',
    'alojamientos?|propiedad*|apartamentos?|anuncios?|pisos?|casas?|villas?',
  ],
  others: [
    '(?:all )?(?:the )?others?|other \\w+|rest|remaining|everything else|only (?:this|that|one)',
    'otr[oa]s|demas|resto|solo (?:este|esta|ese)',
  ],
  notInEngine: [
    'not (?:\\w+ ){0,2}(?:in (?:the |our |your )?(?:booking|instance|scope|engine|direct|website)|part|selected|assigned|enabled|added|listed|published|ticked|included|connected|bookable)|outside|out of scope|unlisted|excluded|removed from|taken off|took (?:it|them) off|unpublished|in the booking engine s? ?scope',
    'no (?:\\w+ ){0,2}(?:en el (?:motor|booking|ambito)|seleccionad|asignad|activad|publicad|incluid|anadid|marcad|reservable)\\w*|fuera|excluid*|quitad*',
  ],
  engine: [
    'booking ?engine\\w*|website instance|direct website|the instance|scope',
    'booking engine|motor|instancia|ambito|alcance',
  ],
  account: [
    'accounts?|subscription|plan|contract|licen[cs]e|membership|invoices?|bill',
    'cuenta|suscripcion|plan|contrato|licencia|facturas?',
  ],
  inactive: [
    'inactive|suspended|paused|cancell?ed|downgraded|expired|ended|closed|frozen|deactivated|unpaid|not paid|overdue|blocked|on hold|lapsed|was changed|terminated|disabled',
    'inactiva?|suspendid*|pausad*|cancelad*|caducad*|cerrad*|impagad*|bloquead*|desactivad*|vencid*|rebajad*',
  ],
  rights: [
    'permissions?|rights?|role|privileges?|read ?only|access level|authori[sz]ed',
    'permisos?|derechos?|rol|solo lectura',
  ],
  taken: [
    'removed|restricted|reduced|changed|revoked|limited|taken away|withdrawn',
    'quitad*|restring*|limitad*|cambiad*',
  ],
  proxy: [
    'proxy|firewall|waf|cloudflare|captive|hot ?spots?|web filter|content filter|antivirus|zscaler|squid|forti\\w*|netskope|secure web gateway|wi ?fi portal|gateway of our',
    'proxy|cortafuegos|portal cautivo|filtro web|antivirus|portal',
  ],
  page: [
    '(?:log ?in|sign ?in|block(?:ed)?|warning|error|html|web|start|welcome|terms) ?pages?|html|page (?:that )?(?:asks|says|of)|accept (?:the )?terms|sign in|log in|407|blocks?|blocked|intercept\\w*|denied',
    'pagina (?:de (?:inicio|acceso|bloqueo|login)|html|web)|html|iniciar sesion|condiciones|407|bloque*',
  ],
  serverDown: [
    'internal server error|bad gateway|service unavailable|gateway time ?out|50[0234] errors?|(?:error|status|code|http) 50[0234]',
    'error interno|bad gateway|error 50[0234]',
  ],
  dates: [
    'calendar|dates?|nights?|days|weeks?|stay|from \\d|august|july|christmas|new year|easter',
    'calendario|fechas?|noches?|semanas?|estancia|periodo',
  ],
  blocked: [
    'blocked|block|closed|owner(?: s)? (?:stay|use|block|booking)|own use|taken|already (?:booked|reserved)|maintenance|renovation|occupied',
    'bloquead*|cerrad*|propietario*|ya (?:reservad|ocupad)\\w*|ocupad*|obras|mantenimiento',
  ],
  minNights: [
    'min(?:imum)? (?:of )?(?:\\w+ )?(?:nights?|stay)|minimum (?:length of )?stay|at least \\w+ nights|(?:nights?|stay) minimum|too short|less than \\w+ nights|shorter than',
    'estancia minima|minimo (?:de )?\\w* ?noches?|noches? minim\\w*|demasiado corta|al menos \\w+ noches',
  ],
  coupon: [
    'coupons?(?: codes?)?|promo(?:tion)?(?:al)? ?codes?|discount codes?|vouchers?|discount|promo',
    'cupon*|codigos? (?:de descuento|promocional\\w*)|descuento',
  ],
  noEffect: [
    'no effect|no discount|ignored|ignores|does nothing|not (?:\\w+ ){0,2}(?:applied|considered|deducted|subtracted|in the)|full price|same (?:price|total|amount)|unchanged|without (?:the )?(?:coupon|discount|reduction)|missing|disappear\\w*|dropped|empty|vanish\\w*|not there|is gone|price (?:stays|remains|is the same)|nothing happens|full amount|(?:total|amount|price|sum) (?:\\w+ ){0,3}(?:same|unchanged|not change)',
    'ningun efecto|sin efecto|ignora*|no (?:se )?(?:\\w+ ){0,2}(?:aplica|descuenta|tiene en cuenta)\\w*|precio (?:completo|entero|total)|mismo precio|(?:queda|sigue) igual|sin cambios|vaci[oa]|desaparec*|sin descuento|(?:total|precio|importe) (?:no cambia|es el mismo|sigue igual)',
  ],
  quote: ['quotes?|quotation|quote id|offer|price offer', 'presupuesto*|cotizacion*|quotes?|oferta'],
  again: [
    'again|twice|second time|two times|reuse[ds]?|reusing|(?:a|the) second|second (?:confirm\\w*|booking|attempt|call|request|one|try)|already (?:been )?(?:used|booked|confirmed|fulfilled|converted|made)|double ?click\\w*|retr(?:y|ies|ied)|pressed .{0,12}twice|repeat\\w*|another try|fulfilled|both',
    'otra vez|dos veces|segunda vez|de nuevo|reutiliz*|mism[oa] (?:presupuesto|cotizacion|quote)|ya (?:usad|reservad|confirmad|utilizad)\\w*|doble clic',
  ],
  sameOne: ['same(?= (?:quote|offer))', 'mism[oa](?= (?:presupuesto|cotizacion|quote|oferta))'],
  afterDays: [
    'after (?:a few|two|three|four|five|several|\\d+) days|(?:two|three|four|five|\\d+|a few) days (?:later|after|ago|old)|last week|a week ago',
    '(?:tras|despues de|a los) (?:dos|tres|\\d+) dias|(?:dos|tres) dias (?:despues|mas tarde)|hace (?:dos|tres|\\d+) dias|anteayer|semana pasada',
  ],
  signPage: [
    '(?:log ?in|sign ?in|block(?:ed)?|warning|welcome|terms|html) pages?|html|accept (?:the |our )?terms|welcome to',
    'pagina (?:de \\w+|html|web)|condiciones',
  ],
  insteadOf: ['instead of|rather than|in place of', 'en (?:vez|lugar)'],
  expired: [
    'expired|expires|expiry|no longer valid|too old|ran out|out of date|lapsed|next day|days? later|comes back|came back',
    'caduc*|expir*|vencid*|ya no (?:es )?valid*|dias? (?:despues|mas tarde)|dia siguiente',
  ],
  parameter: [
    'parameters?|fields?|date format|dates?|format|body|json|checkin|checkout|check in|check out|guests ?count|arrival|departure',
    'parametros?|campos?|formato|fecha de (?:entrada|salida)',
  ],
  badValue: [
    'dd/mm|mm/dd|\\d\\d[./]\\d\\d[./]\\d{4}|wrong format|american format|as a string|as text|instead of a number|renamed|misspel\\w*|misnamed|before (?:the )?(?:check ?in|arrival)|is required|wrong name|negative|typo\\w*|swapped|in the past',
    'formato (?:incorrecto|equivocado|mal)|\\d\\d[./]\\d\\d[./]\\d{4}|como texto|en vez de un numero|mal escrit*|antes de la entrada|en el pasado',
  ],
  noReach: [
    'time ?out|timed out|times out|(?:connection|connections) (?:is |are |was |were )?(?:refused|reset|closed|dropped|failed)|could not (?:connect|resolve|reach)|cannot (?:connect|resolve|reach)|can t (?:connect|resolve|reach)|unable to (?:connect|resolve)|unreachable|no route(?! matched)|(?:name|host) (?:could )?(?:not|does not) (?:\\w+ )?(?:found|resolve\\w*)|dns|failed to connect|no connection|nxdomain|unknown host|offline|without internet',
    'tiempo de espera|timeout|conexion (?:\\w+ )?(?:rechazada|cerrada|fallida|cortada|interrumpida)|no se puede (?:conectar|resolver|alcanzar)|inalcanzable|dns|sin conexion|sin internet|host desconocido',
  ],
  certificate: ['certificates?|certs?|tls|ssl|ca bundle|root ca|trust ?store|key ?store', 'certificados?|tls|ssl'],
  untrusted: [
    'self ?signed|not trusted|untrusted|unknown (?:ca|authority|issuer)|expired|invalid|verif\\w*|handshake|outdated|old|missing|local issuer|1 [01]|tlsv1|path (?:building|validation)|not accepted|mismatch|does not match|inspect\\w*|intercept\\w*',
    'autofirmado|no confiable|no es (?:de )?(?:confianza|confiable|valido)|desconocid*|caducad*|invalid*|verific*|handshake|antigu*|falta',
  ],
} as const;

/** The name of a thing that people mention. */
export type Word = keyof typeof ROWS;

/** Excludes the start of a failure, which is not the age of a token, and times such as “at 9 o'clock”, which are not clocks. */
const EXCLUDED: Partial<Record<Word, string>> = { ago: '(?<!\\b(?:since|desde) )', clock: '(?<!\\d |\\d o )' };

function patternOf(word: Word): RegExp {
  const alternatives = ROWS[word]
    .filter((column) => column !== '')
    .join('|')
    .replaceAll(/(?:\\w)?\*/g, String.raw`\w{0,30}`)
    .replaceAll(' ', '[ -]');
  return new RegExp(String.raw`(?<!\w)${EXCLUDED[word] ?? ''}(?:${alternatives})(?!\w)`, 'g');
}

export const PATTERNS: ReadonlyMap<Word, RegExp> = new Map(
  (Object.keys(ROWS) as Word[]).map((word) => [word, patternOf(word)]),
);
