import { describe, expect, it } from 'vitest';
import type { OperationsFile } from '../../../../src/main/api/operation-store.ts';
import { isAppError } from '../../../../src/shared/app-error.ts';
import { EffectiveOperation, OperationId, type OperationShape } from '../../../../src/shared/model/operation.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';
import { connection, makeBook } from './support.ts';

describe('OperationStore', () => {
  it('lists every operation with its first variant', () => {
    const list = makeBook().list(connection);
    expect(list.map(({ operation }) => operation.id)).toEqual(OperationId.options);
    for (const effective of list) {
      expect(EffectiveOperation.parse(effective)).toEqual(effective);
      expect(effective).toMatchObject({ custom: null, variantId: effective.operation.variants[0]?.id });
    }
  });

  it('keeps a chosen variant, for this connection only, across a restart', async () => {
    const document = new MemoryDocument<OperationsFile>();
    const book = makeBook(document);
    expect(await book.chooseVariant(connection, 'search', 'listings')).toMatchObject({
      variantId: 'listings',
      provenance: 'observed',
    });
    expect(makeBook(document).effective(connection, 'search').shape.path).toBe('/listings');
    expect(book.effective({ ...connection, id: 'c2' }, 'search').variantId).toBe('v1-search');
    await expect(book.chooseVariant(connection, 'search', 'nope')).rejects.toSatisfy((error) =>
      isAppError(error, 'notFound'),
    );
  });

  it('stores a custom shape with its provenance, and resets it', async () => {
    const document = new MemoryDocument<OperationsFile>();
    const book = makeBook(document);
    const shape: OperationShape = { ...book.effective(connection, 'search').shape, path: '/v2/find' };
    expect(await book.customise(connection, 'search', shape)).toMatchObject({
      provenance: 'yours',
      shape,
      custom: shape,
    });
    expect(makeBook(document).effective(connection, 'search').shape.path).toBe('/v2/find');
    expect(await book.reset(connection, 'search')).toMatchObject({
      provenance: 'spec',
      custom: null,
      variantId: 'v1-search',
    });
  });

  it('removes the choices of a connection', async () => {
    const document = new MemoryDocument<OperationsFile>();
    const book = makeBook(document);
    await book.chooseVariant(connection, 'search', 'listings');
    await book.remove('c1');
    expect(document.read()).toEqual({});
  });

  it('keeps the old choice when the write fails', async () => {
    const document = new MemoryDocument<OperationsFile>();
    const book = makeBook(document);
    document.failWrites = true;
    await expect(book.chooseVariant(connection, 'search', 'listings')).rejects.toThrow();
    expect(book.effective(connection, 'search').variantId).toBe('v1-search');
  });
});
