import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ProbeSearch } from '../../../../src/renderer/features/connections/operations/operation-editor.tsx';
import { untilAborted } from '../../../support/fake-main.ts';
import { applicationFixture, sandboxFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const connection = sandboxFixture({ applications: [applicationFixture({ id: 'a1' })], activeApplicationId: 'a1' });
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Find the search that responds' }));

describe('ProbeSearch', () => {
  it('shows which variants respond', async () => {
    const onDone = vi.fn();
    const tried = [
      { variantId: 'v1', url: 'https://h.example/search', outcome: 'Answered: 3 places.', answered: true },
    ];
    const answers = { operations: { probeSearch: () => ({ chosen: 'v1', tried }) } };
    const { main } = renderWithMain(<ProbeSearch connection={connection} onDone={onDone} />, { answers });
    await press();
    expect(await screen.findByText('The variant that responds is now in use.')).toBeTruthy();
    expect(onDone).toHaveBeenCalledOnce();
    cleanup();
    expect(main.aborted).toEqual([]);
  });

  it('aborts the probe when the page is left', async () => {
    const answers = { operations: { probeSearch: untilAborted } };
    const { main, unmount } = renderWithMain(<ProbeSearch connection={connection} onDone={() => {}} />, { answers });
    await press();
    await waitFor(() => expect(main.inputsOf('operations', 'probeSearch')).toHaveLength(1));
    unmount();
    await waitFor(() => expect(main.aborted).toMatchObject([{ area: 'operations', name: 'probeSearch' }]));
  });
});
