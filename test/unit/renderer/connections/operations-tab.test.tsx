import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { presetOperation } from '../../../../src/main/api/presets.ts';
import { OperationsTab } from '../../../../src/renderer/features/connections/operations/operations-tab.tsx';
import type { EffectiveOperation } from '../../../../src/shared/model/operation.ts';
import { sandboxFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const operation = presetOperation('guesty', 'search');
const [variant] = operation.variants;
if (!variant) throw new Error('the search has no variant');
const { shape } = variant;

const effective = (headers: Record<string, string> | null): EffectiveOperation => {
  const custom = headers && { ...shape, headers };
  const provenance = custom ? 'yours' : variant.provenance;
  return { operation, variantId: variant.id, custom, shape: custom ?? shape, provenance, found: null };
};

function show(headers: Record<string, string> | null) {
  let shown = effective(headers);
  const { main } = renderWithMain(
    <Suspense>
      <OperationsTab connection={sandboxFixture()} />
    </Suspense>,
    {
      answers: {
        operations: {
          list: () => [shown],
          customise: (input) => {
            shown = effective(input.shape.headers);
            return shown;
          },
        },
      },
    },
  );
  return main;
}

it('marks an operation that is not sent because of its own headers, and removes them', async () => {
  const main = show({ accept: 'application/json', 'X-Real-Host': 'inner.example', Cookie: 'a=b' });
  const line = await screen.findByRole('button', { name: /^Search available listings.*Not sent$/ });
  await userEvent.click(line);
  expect(
    await screen.findByText(
      'This operation is not sent: its headers “X-Real-Host” and “Cookie” are no longer allowed.',
    ),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remove these headers' }));
  await waitFor(() => expect(screen.queryByText(/^This operation is not sent/)).toBeNull());
  expect(main.inputsOf('operations', 'customise')).toEqual([
    {
      ...{ connectionId: 'sandbox', operation: 'search' },
      shape: { ...shape, headers: { accept: 'application/json' } },
    },
  ]);
  expect(screen.queryByText('Not sent')).toBeNull();
});

it('marks nothing else', async () => {
  show({ 'Accept-Language': 'de' });
  await screen.findByText('Changed by you');
  expect(screen.queryByText('Not sent')).toBeNull();
});
