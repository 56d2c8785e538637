/** The texts of an offer in one language, in ICU message format. */
export interface OfferMessages {
  readonly subject: string;
  readonly title: string;
  readonly greeting: string;
  readonly greetingWithoutName: string;
  readonly intro: string;
  readonly arrival: string;
  readonly departure: string;
  readonly stay: string;
  readonly sleeps: string;
  readonly bedrooms: string;
  readonly party: string;
  readonly included: string;
  readonly ratePlan: string;
  readonly cancellation: string;
  readonly total: string;
  readonly ourTotal: string;
  readonly validUntil: string;
  readonly closing: string;
  readonly confirmSubject: string;
  readonly confirmTitle: string;
  readonly confirmIntro: string;
  readonly requestSubject: string;
  readonly requestTitle: string;
  readonly requestIntro: string;
  readonly code: string;
  readonly address: string;
  readonly arriveFrom: string;
  readonly leaveUntil: string;
  readonly next: string;
  readonly confirmNext: string;
  readonly requestNext: string;
}
