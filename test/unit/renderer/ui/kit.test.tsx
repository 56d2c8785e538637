import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CountdownRing } from '../../../../src/renderer/ui/countdown-ring.tsx';
import { ErrorNotice } from '../../../../src/renderer/actions/error-notice.tsx';
import { JsonView } from '../../../../src/renderer/ui/json-tree.tsx';
import { Meter } from '../../../../src/renderer/ui/meter.tsx';
import { PictureFrame } from '../../../../src/renderer/ui/picture-frame.tsx';
import { TokenStateBadge } from '../../../../src/renderer/ui/token-state.tsx';
import { AppError } from '../../../../src/shared/errors.ts';
import { TokenState } from '../../../../src/shared/model/token.ts';
import { renderWithMain } from '../../../support/render.tsx';

const copyText = { app: { copyText: () => null } };

describe('ErrorNotice', () => {
  it('says what happened, what to do, and leads to the exchange and to Doctor', async () => {
    const server = {
      status: 403,
      serverCode: null,
      serverMessage: 'No permission.',
      requestId: 'r-1',
      exchangeId: 'ex-9',
    };
    const { visits, main } = renderWithMain(<ErrorNotice error={new AppError('forbidden', { server })} />, {
      answers: copyText,
    });
    expect(screen.getByRole('alert').textContent).toContain(
      'The service refused access (403). The service says: “No permission.”',
    );
    fireEvent.click(screen.getByText('See the exchange'));
    fireEvent.click(screen.getByText('Open Doctor'));
    expect(visits).toEqual([
      { page: 'traffic', search: { id: 'ex-9' } },
      { page: 'doctor', search: { exchangeId: 'ex-9' } },
    ]);
    fireEvent.click(screen.getByLabelText('Copy the request id'));
    await waitFor(() => expect(main.inputsOf('app', 'copyText')).toEqual([{ text: 'r-1' }]));
  });

  it('offers a retry and survives an error that is none of ours', async () => {
    let tries = 0;
    renderWithMain(<ErrorNotice error={new TypeError('x is undefined')} onRetry={() => (tries += 1)} />);
    expect(screen.getByRole('alert').textContent).toContain('x is undefined');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(tries).toBe(1);
  });
});

describe('JsonView', () => {
  it('is a tree that the keyboard opens, walks and closes', async () => {
    renderWithMain(<JsonView label="Answer" value={{ results: [{ _id: 'a' }], count: 1 }} />, { answers: copyText });
    const tree = screen.getByRole('tree', { name: 'Answer' });
    expect(screen.getAllByRole('treeitem')).toHaveLength(4);
    tree.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
    expect(screen.getByText('"a"')).toBeTruthy();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(screen.getAllByRole('treeitem')).toHaveLength(3);
    await userEvent.keyboard('{Home}{ArrowLeft}');
    expect(screen.getAllByRole('treeitem')).toHaveLength(1);
  });

  it('copies the whole value through main', async () => {
    const { main } = renderWithMain(<JsonView label="Answer" value={{ a: [1] }} />, { answers: copyText });
    await userEvent.click(screen.getByRole('button', { name: 'Copy the JSON' }));
    expect(main.inputsOf('app', 'copyText')).toEqual([{ text: '{\n  "a": [\n    1\n  ]\n}' }]);
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  });
});

describe('drawn facts are also said', () => {
  it('ring, meter and picture have names', () => {
    const now = Date.now();
    renderWithMain(
      <>
        <CountdownRing from={now - 3_600_000} to={now + 7_200_000 + 900} dueAt={now + 3_600_000} />
        <CountdownRing from={null} to={null} dueAt={null} />
        <Meter label="Per minute" used={84} limit={275} />
        <PictureFrame src={null} alt="Sea view" />
      </>,
    );
    expect(screen.getByRole('img', { name: /2 h left of 3 h/ })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'no token' })).toBeTruthy();
    expect(screen.getByRole('meter', { name: 'Per minute' }).getAttribute('value')).toBe('84');
    expect(screen.getByRole('img', { name: 'Sea view (no picture)' })).toBeTruthy();
  });

  it('every token state has words of its own', () => {
    renderWithMain(TokenState.options.map((state) => <TokenStateBadge key={state} state={state} />));
    const words = TokenState.options.map((_, index) => document.querySelectorAll('[class*=tag]')[index]?.textContent);
    expect(new Set(words).size).toBe(TokenState.options.length);
  });
});
