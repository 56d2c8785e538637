import type { Plugin } from 'vite';

/** The licence of one package as Vite writes it. */
export interface BundledLicense {
  readonly name: string;
  readonly version: string;
  readonly identifier?: string;
  readonly text?: string;
}
export interface Notice {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}
export const LICENSES_FILE: string;
export function mergeLicenses(lists: readonly (readonly BundledLicense[])[]): Notice[];
export function noticesPlugin(): Plugin;
