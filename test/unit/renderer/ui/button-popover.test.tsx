import { Menu, Popover } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, lazy, Suspense } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ButtonMenu, ButtonPopover } from '../../../../src/renderer/ui/button-popover.tsx';
import { later } from '../../../../src/renderer/ui/later.tsx';
import { type PopoverPlace, usePopoverButton } from '../../../../src/renderer/ui/use-popover-button.ts';
import { renderWithMain } from '../../../support/render.tsx';

const Details = lazy(async () => ({
  default: ({ place }: { place: PopoverPlace }) => (
    <ButtonPopover place={place} trapFocus returnFocus transitionProps={{ duration: 0 }}>
      <Popover.Dropdown aria-label="Details">
        <input aria-label="Name" data-autofocus />
      </Popover.Dropdown>
    </ButtonPopover>
  ),
}));

function DetailsButton() {
  const { attributes, place } = usePopoverButton('dialog');
  return (
    <>
      <button {...attributes} type="button">
        Open
      </button>
      <Suspense fallback="loading">{place ? <Details place={place} /> : null}</Suspense>
    </>
  );
}

function ActionsButton({ onChoose }: { onChoose: () => void }) {
  const { attributes, place } = usePopoverButton('menu');
  return (
    <>
      <button {...attributes} type="button">
        Actions
      </button>
      {place ? (
        <ButtonMenu place={place} transitionProps={{ duration: 0 }}>
          <Menu.Dropdown>
            <Menu.Item onClick={onChoose}>Copy</Menu.Item>
          </Menu.Dropdown>
        </ButtonMenu>
      ) : null}
    </>
  );
}

beforeEach(() => {
  // The library hides the popover of an element without a size.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 10, 200, 40));
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1280);
});

describe('a popover that comes with the first press of its button', () => {
  it('says that it is closed, opens at the first press, and closes at the second', async () => {
    renderWithMain(<DetailsButton />);
    const button = screen.getByRole('button', { name: 'Open' });
    expect(button.getAttribute('aria-haspopup')).toBe('dialog');
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(button);
    const dropdown = (await screen.findByLabelText('Name')).closest('[role="dialog"]');
    expect(screen.getByRole('button', { name: 'Open', hidden: true })).toBe(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(button.getAttribute('aria-controls')).toBe(dropdown?.id);
    expect(dropdown?.getAttribute('aria-labelledby')).toBe(button.id);
    await userEvent.click(button);
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  it('takes the focus, and Escape gives it back to the button, the first time too', async () => {
    renderWithMain(<DetailsButton />);
    const button = screen.getByRole('button', { name: 'Open' });
    for (let times = 0; times < 2; times += 1) {
      button.focus();
      await userEvent.keyboard('{Enter}');
      await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Name'));
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(document.activeElement).toBe(button));
    }
  });

  it('shows no placeholder while its code loads', async () => {
    renderWithMain(<DetailsButton />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(screen.queryByText('loading')).toBeNull();
    await screen.findByLabelText('Name');
  });

  it('closes at a press elsewhere', async () => {
    renderWithMain(
      <>
        <DetailsButton />
        <p>Elsewhere</p>
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByLabelText('Name');
    await userEvent.click(screen.getByText('Elsewhere'));
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
  });
});

it('a menu that comes with the first press runs its items and closes', async () => {
  const onChoose = vi.fn();
  renderWithMain(<ActionsButton onChoose={onChoose} />);
  const button = screen.getByRole('button', { name: 'Actions' });
  expect(button.getAttribute('aria-haspopup')).toBe('menu');
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Copy' }));
  expect(onChoose).toHaveBeenCalledOnce();
  await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
});

describe('a component in a file of its own', () => {
  const Name = () => <p>Name</p>;
  const drawn = (Component: ComponentType<object>) =>
    renderWithMain(
      <Suspense fallback="loading">
        <Component />
      </Suspense>,
    );

  it('is drawn at once when it was loaded before', async () => {
    const Loaded = later(async () => Name);
    await Loaded.load();
    drawn(Loaded);
    expect(screen.getByText('Name')).toBeTruthy();
  });

  it('shows a placeholder until it is loaded', async () => {
    drawn(later(async () => Name));
    expect(screen.getByText('loading')).toBeTruthy();
    expect(await screen.findByText('Name')).toBeTruthy();
  });
});
