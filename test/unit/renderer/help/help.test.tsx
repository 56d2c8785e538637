import { globSync, readFileSync } from 'node:fs';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { linkOf } from '../../../../src/renderer/actions/document/document-links.ts';
import { PICTURES } from '../../../../src/renderer/actions/document/pictures.ts';
import { findCauses, findHelp, newsOf, partOf, TOPICS } from '../../../../src/renderer/actions/help/help.ts';
import { messagesFor } from '../../../../src/renderer/actions/help/messages.ts';
import { WhatIsThis } from '../../../../src/renderer/actions/help/what-is-this.tsx';
import { PAGES } from '../../../../src/renderer/app/pages.ts';
import { HelpPage } from '../../../../src/renderer/features/help/help-page.tsx';
import { placeOf } from '../../../../src/renderer/navigation/places.ts';
import { ErrorData } from '../../../../src/shared/errors.ts';
import type { Audience } from '../../../../src/shared/model/app.ts';
import { appInfoFixture, preferencesFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const DOCUMENTS = ['help-managers.md', 'help-support.md', 'help-words.md'];
const textOf = (file: string) => readFileSync(`docs/${file}`, 'utf8');
const matchesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
const AUDIENCES: readonly Audience[] = ['managers', 'support'];

const show = (audience: Audience, search: Readonly<Record<string, string>> = {}) =>
  renderWithMain(<HelpPage />, {
    page: 'help',
    search,
    answers: { app: { info: () => appInfoFixture(), preferences: () => preferencesFixture({ audience }) } },
  });

describe('the documents of the help', () => {
  it.each(DOCUMENTS)('%s: each link, name in bold and picture leads somewhere', (file) => {
    const text = textOf(file);
    const places = matchesIn(text, /\*\*([^*]+)\*\*/g);
    expect(places.length).toBeGreaterThan(2);
    expect(places.filter((name) => placeOf(name) === null)).toEqual([]);
    for (const target of matchesIn(text, /[^!]\[[^\]]+\]\(([^)]+)\)/g)) {
      const link = linkOf(target);
      expect(link, target).not.toBeNull();
      const part = target.split('#')[1];
      if (part)
        expect(
          AUDIENCES.some((audience) => partOf(part, audience)?.isOwn),
          target,
        ).toBe(true);
    }
    expect(matchesIn(text, /\(pictures\/([^)]+)\)/g).filter((name) => !PICTURES[name])).toEqual([]);
  });

  it('uses the names of the pages as the navigation has them', () => {
    for (const { page, title } of PAGES) if (page !== 'help') expect(placeOf(title)?.to).toBe(`/${page}`);
  });

  it('gives no two paragraphs of an audience one address', () => {
    for (const other of ['help-managers.md', 'help-support.md']) {
      const titles = [other, 'help-words.md'].flatMap((file) => matchesIn(textOf(file), /^## (.+)$/gm));
      expect(new Set(titles).size).toBe(titles.length);
    }
  });
});

describe('“What is this?”', () => {
  const parts = globSync('src/renderer/**/*.tsx').flatMap((file) =>
    matchesIn(readFileSync(file, 'utf8'), /<WhatIsThis[^>]*\spart="([^"]+)"/g),
  );

  it('names a paragraph of the help wherever it stands', () => {
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.filter((part) => partOf(part, 'support') === null)).toEqual([]);
  });

  it('opens the paragraph beside it and gives the focus back', async () => {
    renderWithMain(<WhatIsThis part="before-fees" about="The price" />, { page: 'availability' });
    const button = screen.getByRole('button', { name: 'What is this? The price' });
    await userEvent.click(button);
    const answer = await screen.findByRole('dialog', { name: 'What is this? The price' });
    expect(answer.textContent).toContain('The price of the nights alone.');
    expect(within(answer).getByRole('link', { name: 'More in Help' }).getAttribute('href')).toBe(
      '#/help?topic=words&part=before-fees',
    );
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(button));
  });
});

describe('the help page', () => {
  it('has a way to every topic, and opens at the paragraph of the address', async () => {
    show('managers', { topic: 'words', part: 'lock' });
    const topics = screen.getByRole('navigation', { name: 'Topics' });
    for (const [topic, name] of Object.entries(TOPICS))
      expect(within(topics).getByRole('link', { name }).getAttribute('href')).toBe(`#/help?topic=${topic}`);
    await waitFor(() => expect(document.activeElement?.textContent?.trim()).toBe('Lock'));
  });

  it('has every error code of the contract, in the words of the app', () => {
    const codes = ErrorData.options.map(({ shape }) => shape.code.value);
    expect(
      messagesFor('support')
        .map(({ code }) => code)
        .toSorted(),
    ).toEqual(codes.toSorted());
    show('support', { topic: 'messages' });
    expect(screen.getByText('quotaExhausted')).toBeDefined();
    expect(screen.getByText(/^All 3 token slots of Direct bookings are used/)).toBeDefined();
  });

  it('tells what is new in this version, in short for managers', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const heads = (audience: Audience) =>
      newsOf(version, audience).flatMap((block) => (block.kind === 'heading' ? block.title : []));
    expect(heads('managers')).toEqual(['In short']);
    expect(heads('support').length).toBeGreaterThan(4);
    expect(newsOf('99.0.0', 'support')).toEqual([]);
    const dated = '# Changelog\n\n## [1.1.0] - 2026-12-01\n\n### In short\n\n- Faster\n';
    expect(newsOf('1.1.0', 'managers', dated)).toHaveLength(2);
  });
});

describe('questions of a newcomer', () => {
  it.each([
    ['managers', 'what is free next weekend', 'find-what-is-free'],
    ['managers', 'does the price include cleaning and taxes', 'before-fees'],
    ['managers', 'is a request to book confirmed', 'request-to-book'],
    ['managers', 'get back a deleted quote', 'get-something-back'],
    ['managers', 'forgot passphrase', 'lock'],
    ['managers', 'did my booking go through', 'when-the-app-does-not-know-whether-a-booking-went-through'],
    ['managers', 'who arrives today', 'your-first-five-minutes'],
    ['managers', 'send an offer to a guest', 'make-an-offer'],
    ['managers', 'where are guests stored', 'remembered-guests'],
    ['managers', 'use my own account', 'use-your-own-account'],
    ['managers', 'do bookings in the sandbox cost anything', 'sandbox'],
    ['support', 'why 403', 'status-401-and-403'],
    ['support', 'how many tokens are left', 'token-quota'],
    ['support', 'what is an open circuit breaker', 'circuit-breaker'],
    ['support', 'send a case to a colleague', 'hand-a-case-to-a-colleague'],
    ['support', 'paste a token from a script', 'adopt-a-token'],
    ['support', 'why does the app send slowly after a 429', 'pacing'],
    ['support', 'copy a request as curl', 'what-was-sent'],
    ['support', 'how do i practise', 'practise'],
    ['support', 'my script uses up the quota', 'let-scripts-use-the-app'],
  ] as const)('%s: “%s”', (audience, question, part) => {
    const found = findHelp(question, audience, '0.1.0').slice(0, 3);
    expect(found.map((one) => one.part ?? one.topic)).toContain(part);
  });

  it('finds the causes of the Doctor by the words of a question, and nothing by filler words', () => {
    const cause = {
      cause: 'quota',
      title: 'The quota is used up',
      looks: '429',
      confirm: null,
      remedy: '',
      source: '',
    };
    expect(findCauses('is my quota used', [cause as never])).toEqual([cause]);
    expect(findHelp('what is the', 'support', '0.1.0')).toEqual([]);
    // “few” is another word than “fees”.
    expect(findHelp('fees', 'managers', '0.1.0').map(({ title }) => title)).toEqual(['Before fees', 'Make an offer']);
  });
});
