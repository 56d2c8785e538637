export interface Room {
  readonly name: string;
  readonly path: string | readonly string[];
  readonly holds: string;
  readonly imports: readonly string[];
  readonly electron?: boolean;
  readonly node?: boolean;
  readonly react?: boolean;
  readonly parts?: boolean;
}
export interface Rule {
  readonly name: string;
  readonly comment: string;
  readonly severity: 'error';
  readonly from: object;
  readonly to: object;
}
export const ROOMS: readonly Room[];
export function rules(): Rule[];
export function withSections(text: string): string;
