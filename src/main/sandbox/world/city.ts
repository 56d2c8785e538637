/** What a city of the sandbox is made of, and the ways in which addresses are written. */

/** What lies before the window, for the drawn pictures. */
export type Landscape = 'sea' | 'hills' | 'alps' | 'canal' | 'skyline' | 'desert' | 'roofs';

export interface Currency {
  readonly code: string;
  /** What one euro's worth costs here, roughly; prices are written for this scale. */
  readonly scale: number;
  /** Nightly prices are multiples of this. */
  readonly step: number;
  /** Decimal places of an amount. */
  readonly decimals: 0 | 2;
}

export interface City {
  readonly code: string;
  readonly name: string;
  readonly state: string;
  readonly country: string;
  readonly countryCode: string;
  readonly timezone: string;
  readonly lat: number;
  readonly lng: number;
  readonly currency: Currency;
  /** Share of the stay's price that goes to the state, and a fixed tax per guest and night in the local currency. */
  readonly tax: { readonly name: string; readonly share: number; readonly perGuestNight: number };
  /** How a street and a number are written, and a postcode: `#` stands for a digit. */
  readonly write: (street: string, number: number) => string;
  readonly postcode: string;
  readonly phone: string;
  readonly level: number;
  readonly southern: boolean;
  readonly landscape: Landscape;
  readonly streets: readonly [string, ...string[]];
  readonly quarters: readonly [string, ...string[]];
}

/** “Lindengasse 12” */
export const numberLast = (street: string, number: number) => `${street} ${number}`;
/** “12 Dublin Street” */
export const numberFirst = (street: string, number: number) => `${number} ${street}`;
/** “Borgo Pinti, 12” */
export const numberAfterComma = (street: string, number: number) => `${street}, ${number}`;
