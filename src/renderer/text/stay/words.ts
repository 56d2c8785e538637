/**
 * The words of dates in six languages, in lower case and without accents, in one list, so that nobody has to choose a language. Of an ambiguous word,
 * the list has the meaning that misleads nobody; a text with the other meaning is not understood.
 */
import type { Feast } from './feasts.ts';

/**
 * The meaning of a word. `code` is a letter that the grammar matches. `number` is the word's value, such as a count, a weekday, a month or a number
 * of nights.
 */
export interface Word {
  readonly code: Code;
  readonly number?: number;
  readonly feast?: Feast;
}

/**
 * The codes of words, each one letter: n number, o ordinal, a "a" (one, to, or in), m month, w weekday, u so many nights, k week, M month as a unit,
 * e weekend, f feast, r day from today, N next, T this, A the one after the next, L last, t to, h a hyphen, c and, i in, p plus, v vague.
 */
export type Code =
  | 'n'
  | 'o'
  | 'a'
  | 'm'
  | 'w'
  | 'u'
  | 'k'
  | 'M'
  | 'e'
  | 'f'
  | 'r'
  | 'N'
  | 'T'
  | 'A'
  | 'L'
  | 't'
  | 'h'
  | 'c'
  | 'i'
  | 'p'
  | 'v';

const NUMBERS: readonly string[] = [
  'zero null cero',
  'one ein eine einen einem einer eines un une uno una um uma',
  'two zwei deux dos dois duas due',
  'three drei trois tres tre',
  'four vier quatre cuatro quatro quattro',
  'five funf fuenf cinq cinco cinque',
  'six sechs seis sei',
  'seven sieben siete sete sette',
  'eight acht huit ocho oito otto',
  'nine neun neuf nueve nove',
  'ten zehn dix diez dez dieci',
  'eleven elf onze once undici',
  'twelve zwolf zwoelf douze doce doze dodici',
  'thirteen dreizehn treize trece treze tredici',
  'fourteen vierzehn quatorze catorce catorze quattordici',
  'fifteen funfzehn fuenfzehn quinze quince quindici',
];
const ORDINALS: readonly string[] = [
  'first erste ersten erstes erster premier premiere primer primera primero primeiro primeira primo prima',
  'second zweite zweiten zweites deuxieme segundo secondo seconda',
  'third dritte dritten drittes troisieme tercer tercera tercero terceiro terceira terzo terza',
  'fourth vierte vierten viertes quatrieme cuarto quarto',
  'fifth funfte funften funftes fuenfte fuenften fuenftes cinquieme quinto',
];
const MONTHS: readonly string[] = [
  'january januar janner jaenner janvier enero janeiro gennaio',
  'february februar fevrier febrero fevereiro febbraio',
  'march marz maerz mars marzo marco',
  'april avril abril aprile',
  'may mai mayo maio maggio',
  'june juni juin junio junho giugno',
  'july juli juillet julio julho luglio',
  'august aout agosto',
  'september septembre septiembre setembro settembre',
  'october oktober octobre octubre outubro ottobre',
  'november novembre noviembre novembro',
  'december dezember decembre diciembre dezembro dicembre',
];
const WEEKDAYS: readonly string[] = [
  'sunday sonntag dimanche domingo domenica so',
  'monday montag lundi lunes segunda lunedi mo',
  'tuesday dienstag mardi martes terca martedi',
  'wednesday mittwoch mercredi miercoles quarta mercoledi mi',
  'thursday donnerstag jeudi jueves quinta giovedi',
  'friday freitag vendredi viernes sexta venerdi fr',
  'saturday samstag sonnabend samedi sabado sabato sa',
];

/** Phrases by their meaning, separated by commas. A hyphen is a word of its own. */
const MEANINGS: readonly (readonly [Word, string])[] = [
  [{ code: 'a' }, 'a,an'],
  [
    { code: 'u', number: 1 },
    'night,nights,nt,nts,nacht,nachte,naechte,nachten,naechten,nuit,nuits,nuitee,nuitees,noche,noches',
  ],
  [{ code: 'u', number: 1 }, 'noite,noites,notte,notti,day,days,tag,tage,tagen,jour,jours,dia,dias,giorno,giorni'],
  [{ code: 'u', number: 14 }, 'fortnight,fortnights,quinzaine,quincena,quinzena'],
  [{ code: 'k' }, 'week,weeks,woche,wochen,semaine,semaines,semana,semanas,settimana,settimane'],
  [{ code: 'M' }, 'month,months,monat,monats,monate,monaten,mois,mes,meses,mese,mesi'],
  [
    { code: 'e' },
    'weekend,weekends,week - end,week - ends,week end,wochenende,wochenenden,wochenendes,finde,fine settimana',
  ],
  [{ code: 'e' }, 'fin de semana,fines de semana,fim de semana,fins de semana,fines'],
  [{ code: 'r', number: 0 }, 'today,tonight,now,heute,aujourd hui,hoy,hoje,oggi'],
  [{ code: 'r', number: 1 }, 'tomorrow,morgen,demain,manana,amanha,domani'],
  [
    { code: 'r', number: 2 },
    'day after tomorrow,ubermorgen,uebermorgen,apres - demain,apres demain,pasado manana,depois de amanha,dopodomani',
  ],
  [{ code: 'r', number: -1 }, 'yesterday,gestern,hier,ayer,ontem,ieri'],
  [
    { code: 'N' },
    'next,nachste,nachsten,nachster,nachstes,naechste,naechsten,naechster,naechstes,prochain,prochaine,prochains,prochaines',
  ],
  [
    { code: 'N' },
    'proximo,proxima,proximos,proximas,que vem,que viene,prossimo,prossima,prossimi,prossime,che viene,siguiente,seguinte',
  ],
  [
    { code: 'T' },
    'this,coming,dieses,diese,dieser,diesem,diesen,kommende,kommendes,kommenden,ce,cet,cette,este,esta,questo,questa,neste,nesta',
  ],
  [
    { code: 'A' },
    'ubernachste,ubernachsten,ubernachstes,ubernachster,uebernaechste,uebernaechsten,uebernaechstes,uebernaechster',
  ],
  [{ code: 'L' }, 'last,letzte,letzten,letztes,letzter,dernier,derniere,ultimo,ultima'],
  [{ code: 'h' }, '-'],
  [
    { code: 't' },
    'to,until,till,til,through,thru,bis,bis zum,au,jusqu au,jusqu a,jusque,al,ao,hasta,hasta el,ate,ate ao,fino al,fino a',
  ],
  [{ code: 't' }, 'departing,leaving,check - out,checkout,abreise,depart,salida,saida,partenza'],
  [{ code: 'c' }, 'and,&,und,et,y,e'],
  [{ code: 'i' }, 'in,dans,en,em,fra,tra,dentro de,daqui a'],
  [{ code: 'p' }, '+,plus'],
  [
    { code: 'v' },
    'mid,mid -,mitte,mi -,mediados,meados,meta,end,ende,fin,fim,fine,finales,anfang,early,late,debut,inicio,principios,inizio',
  ],
  [
    { code: 'v' },
    'around,about,circa,gegen,vers,hacia,ein paar,paar,some,few,quelques,algunos,algunas,several,mehrere,qualche',
  ],
  [{ code: 'f', feast: 'easter' }, 'easter,ostern,paques,pascua,pascuas,pascoa,pasqua'],
  [{ code: 'f', feast: 'holyWeek' }, 'holy week,karwoche,semaine sainte,semana santa,settimana santa'],
  [
    { code: 'f', feast: 'goodFriday' },
    'good friday,karfreitag,vendredi saint,viernes santo,sexta feira santa,sexta - feira santa,venerdi santo',
  ],
  [
    { code: 'f', feast: 'easterMonday' },
    'easter monday,ostermontag,lundi de paques,lunes de pascua,pasquetta,lunedi dell angelo',
  ],
  [
    { code: 'f', feast: 'ascension' },
    'ascension,ascension day,christi himmelfahrt,himmelfahrt,l ascension,ascensao,ascensione',
  ],
  [{ code: 'f', feast: 'pentecost' }, 'pentecost,whitsun,whit sunday,pfingsten,pentecote,pentecostes,pentecoste'],
  [{ code: 'f', feast: 'whitMonday' }, 'whit monday,pfingstmontag,lundi de pentecote'],
  [
    { code: 'f', feast: 'corpusChristi' },
    'corpus christi,corpus,fronleichnam,fete - dieu,fete dieu,corpo de deus,corpus domini',
  ],
  [{ code: 'f', feast: 'carnival' }, 'carnival,fasching,karneval,carnaval,carnevale,mardi gras'],
  [{ code: 'f', feast: 'christmas' }, 'christmas,xmas,weihnachten,noel,navidad,navidades,natal,natale'],
  [
    { code: 'f', feast: 'christmasEve' },
    'christmas eve,xmas eve,heiligabend,heiliger abend,nochebuena,vespera de natal,vigilia di natale',
  ],
  [{ code: 'f', feast: 'christmasDay' }, 'christmas day,xmas day'],
  [
    { code: 'f', feast: 'newYear' },
    'new year,new years,new year s,neujahr,nouvel an,jour de l an,ano nuevo,fin de ano,ano novo,capodanno',
  ],
  [{ code: 'f', feast: 'newYearsDay' }, 'new year s day,new years day,neujahrstag'],
  [
    { code: 'f', feast: 'newYearsEve' },
    'new year s eve,new years eve,silvester,saint - sylvestre,nochevieja,reveillon,passagem de ano,san silvestro',
  ],
  [{ code: 'f', feast: 'epiphany' }, 'epiphany,heilige drei konige,dreikonige,epiphanie,reyes,epifania'],
  [{ code: 'f', feast: 'assumption' }, 'ferragosto,maria himmelfahrt,assomption,asuncion,assuncao'],
  [{ code: 'f', feast: 'allSaints' }, 'all saints,allerheiligen,toussaint,todos los santos,todos os santos,ognissanti'],
];

const FILLERS = new Set(
  [
    'the of on at from for is s every all any arriving arrive arrival checkin stay staying between during over starting beginning as after',
    'der die das den dem des am an vom von zum zur ab fur fuer uber ueber im zu jedes jeden alle anreise zwischen',
    'le la les l du de d des pour arrivee entre pendant tous chaque partir',
    'el los las del desde por para durante lo cada todos llegada partir feira',
    'o os as do da dos das no na nos nas pelo chegada',
    'il lo gli i di della delle degli dal dai dall dalla dalle nel nella per ogni tutti arrivo ad alla',
  ].flatMap((words) => words.split(' ')),
);

/** Single words for the weekend of a feast. */
const COMPOUNDS: Readonly<Record<string, readonly Word[]>> = {
  osterwochenende: [{ code: 'f', feast: 'easter' }],
  pfingstwochenende: [{ code: 'f', feast: 'pentecost' }],
};

const MAX_PHRASE_WORDS = 4;
const MIN_ABBREVIATION = 3;

const PHRASES: ReadonlyMap<string, readonly Word[]> = new Map<string, readonly Word[]>([
  ...listed(NUMBERS, 'n', 0),
  ...listed(ORDINALS, 'o', 1),
  ...listed(MONTHS, 'm', 1),
  ...listed(WEEKDAYS, 'w', 0),
  ...MEANINGS.flatMap(([word, phrases]) => phrases.split(',').map((phrase) => [phrase, [word]] as const)),
  ...Object.entries(COMPOUNDS),
  ['couple of', [{ code: 'n', number: 2 }]],
  ['check - in', []],
]);
const NAMES = [...listed(MONTHS, 'm', 1), ...listed(WEEKDAYS, 'w', 0)];

function listed(rows: readonly string[], code: Code, first: number): [string, readonly Word[]][] {
  return rows.flatMap((row, at) =>
    row.split(' ').map((word): [string, readonly Word[]] => [word, [{ code, number: at + first }]]),
  );
}

/** The meaning of an abbreviated month or weekday; null when it is ambiguous. A month takes precedence over a weekday. */
function abbreviated(word: string): readonly Word[] | null {
  if (word.length < MIN_ABBREVIATION) return null;
  for (const code of ['m', 'w'] as const) {
    const found = NAMES.flatMap(([name, [meaning]]) =>
      meaning?.code === code && name.startsWith(word) ? [meaning] : [],
    );
    if (new Set(found.map(({ number }) => number)).size === 1 && found[0]) return [found[0]];
  }
  return null;
}

/** Returns the meaning of the words from index `at` on, and how many words it covers (`length`); null for an unknown word. */
export function meaningAt(
  words: readonly string[],
  at: number,
): { readonly words: readonly Word[]; readonly length: number } | null {
  for (let length = Math.min(MAX_PHRASE_WORDS, words.length - at); length >= 1; length -= 1) {
    const known = PHRASES.get(words.slice(at, at + length).join(' '));
    if (known) return { words: known, length };
  }
  const word = words[at] ?? '';
  if (FILLERS.has(word)) return { words: [], length: 1 };
  const name = abbreviated(word);
  return name && { words: name, length: 1 };
}
