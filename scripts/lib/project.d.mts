/** Path of Node 24 from the project's dependencies, or of the running Node. */
export function node24(): string;
/** A path in the project. */
export function inProject(...parts: string[]): string;
