/** Stores how each connection uses its operations: with a variant of the preset, or with the person's own shape. */
import { AppError } from '../../shared/app-error.ts';
import type { Connection } from '../../shared/model/connection.ts';
import {
  type EffectiveOperation,
  type Operation,
  OperationId,
  type OperationShape,
} from '../../shared/model/operation.ts';
import type { Document } from '../platform/ports.ts';
import { presetOperation } from './presets.ts';

/** A person's choices where they differ from the preset, by connection id and operation id. */
export type OperationsFile = Record<string, Partial<Record<OperationId, OperationChoice>>>;

/** The way in which a connection calls an operation: by a variant of the preset, or by a shape that the person made from such a variant. */
export interface OperationChoice {
  readonly variantId: string;
  readonly custom: OperationShape | null;
  /** The path that the path doctor found, and the path that was used before. */
  readonly found?: { readonly path: Path; readonly before: Path };
  /** True after a person undid the path doctor's path; the path doctor then leaves the operation alone. */
  readonly isUndone?: boolean;
}

/** A path of an operation: a variant of the preset, and the base address for it. */
export interface Path {
  readonly variantId: string;
  readonly base: string;
}

type ConnectionRef = Pick<Connection, 'id' | 'presetId'>;

export class OperationStore {
  readonly #document: Document<OperationsFile>;
  #choices: OperationsFile;

  constructor({ document }: { document: Document<OperationsFile> }) {
    this.#document = document;
    this.#choices = document.read() ?? {};
  }

  list(connection: ConnectionRef): EffectiveOperation[] {
    return OperationId.options.map((id) => this.effective(connection, id));
  }

  /** The operation as the connection uses it. A choice that the preset no longer has falls back to the first variant. */
  effective(connection: ConnectionRef, id: OperationId): EffectiveOperation {
    const operation = presetOperation(connection.presetId, id);
    const choice = this.#choices[connection.id]?.[id];
    const variant = operation.variants.find((candidate) => candidate.id === choice?.variantId) ?? operation.variants[0];
    if (!variant) throw new Error(`operation ${id} has no variant`);
    const custom = choice?.custom ?? null;
    const found = choice?.found ?? null;
    return {
      operation,
      variantId: variant.id,
      custom,
      shape: custom ?? variant.shape,
      provenance: custom ? 'yours' : found ? 'found' : variant.provenance,
      found: found && { from: pathText(operation, found.before), to: pathText(operation, found.path) },
    };
  }

  async keepFound(connection: ConnectionRef, id: OperationId, path: Path, before: Path): Promise<EffectiveOperation> {
    return this.#choose(connection, id, { variantId: path.variantId, custom: null, found: { path, before } });
  }

  isUndone(connection: ConnectionRef, id: OperationId): boolean {
    return this.#choices[connection.id]?.[id]?.isUndone ?? false;
  }

  /** Undoes the path that the path doctor found. Returns the paths before and after, `null` when none had been found. */
  async undoFound(connection: ConnectionRef, id: OperationId): Promise<{ path: Path; before: Path } | null> {
    const found = this.#choices[connection.id]?.[id]?.found;
    if (!found) return null;
    await this.#choose(connection, id, { variantId: found.before.variantId, custom: null, isUndone: true });
    return found;
  }

  /** Uses a variant of the preset. Throws AppError `notFound` when the preset does not have it. */
  async chooseVariant(connection: ConnectionRef, id: OperationId, variantId: string): Promise<EffectiveOperation> {
    const { variants } = presetOperation(connection.presetId, id);
    if (!variants.some((variant) => variant.id === variantId)) throw new AppError('notFound', { what: 'This variant' });
    return this.#choose(connection, id, { variantId, custom: null });
  }

  /** Uses the person's own shape; the current variant stays its base. */
  async customise(connection: ConnectionRef, id: OperationId, shape: OperationShape): Promise<EffectiveOperation> {
    return this.#choose(connection, id, { variantId: this.effective(connection, id).variantId, custom: shape });
  }

  /** Removes the choice, so that the preset's first variant applies. */
  async reset(connection: ConnectionRef, id: OperationId): Promise<EffectiveOperation> {
    return this.#choose(connection, id, null);
  }

  /** Moves the choices of connection `from` to connection `to` after the two were merged. Where both have a choice, that of `to` stays. */
  async merge({ from, to }: { readonly from: string; readonly to: string }): Promise<void> {
    const { [from]: moved, ...rest } = this.#choices;
    if (moved) await this.#write({ ...rest, [to]: { ...moved, ...rest[to] } });
  }

  async remove(connectionId: string): Promise<void> {
    if (!(connectionId in this.#choices)) return;
    const { [connectionId]: _, ...rest } = this.#choices;
    await this.#write(rest);
  }

  async #choose(
    connection: ConnectionRef,
    id: OperationId,
    choice: OperationChoice | null,
  ): Promise<EffectiveOperation> {
    const { [id]: _, ...others } = this.#choices[connection.id] ?? {};
    await this.#write({ ...this.#choices, [connection.id]: choice ? { ...others, [id]: choice } : others });
    return this.effective(connection, id);
  }

  async #write(choices: OperationsFile): Promise<void> {
    await this.#document.write(choices);
    this.#choices = choices;
  }
}

/** A path as text: "GET https://booking.example.com/api/v1/search". */
function pathText({ variants }: Operation, { variantId, base }: Path): string {
  const shape = variants.find(({ id }) => id === variantId)?.shape;
  return shape ? `${shape.method} ${base}${shape.path}` : base;
}
