/** Explains, in words for a person, why a request certainly did not leave this machine. `reason` continues "… could not be reached (…)". */
export class NotSent extends TypeError {
  readonly reason: string;
  constructor(reason: string) {
    super('the request was not sent');
    this.name = 'NotSent';
    this.reason = reason;
  }
}
