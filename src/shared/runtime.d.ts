/** Declares globals that every JavaScript runtime of this project has, but that the ECMAScript library does not declare. */
declare class URL {
  constructor(url: string, base?: string);
  readonly origin: string;
  readonly host: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly username: string;
  readonly password: string;
}
interface AbortSignal {
  readonly aborted: boolean;
}
