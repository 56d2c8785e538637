/** Conversations with guests, reviews, and the automatic messages that carry door codes. */
import type { Dice } from '../../random.ts';
import { doorCode, password } from '../credentials.ts';
import type { ExchangeDraft, PartPlanter } from '../draft.ts';
import { guest, guestText } from '../people.ts';
import { ask, instant, OPEN_API, objectId, serviceHeaders } from '../service.ts';
import { anyStyle, type Json, jsonText, restyled, someOf } from '../shapes.ts';
import { listingTitle } from './listings.ts';

function post(dice: Dice, planter: PartPlanter): Json {
  const who = guest(dice);
  const isGuests = dice.chance(0.7);
  const contact = dice.chance(0.3) ? dice.pick([who.phone, who.email]) : '';
  const text = isGuests
    ? planter.guest("a guest's message", guestText(dice, contact))
    : `Your door code is ${planter.secret('door code in a message', doorCode(dice))} and the wifi password is ${planter.secret('wifi password in a message', password(dice))}.`;
  const field = dice.pick(['body', 'body', 'text', 'message', 'content', 'plainText']);
  return {
    _id: planter.stay('message id', objectId(dice)),
    [field]: text,
    createdAt: planter.stay('date', instant(dice)),
    module: planter.stay('channel', dice.pick(['airbnb2', 'email', 'sms', 'whatsapp'])),
    sentBy: isGuests ? 'guest' : 'host',
    ...someOf(
      dice,
      {
        from: () => ({ type: 'guest', fullName: planter.guest('full name', who.full) }),
        fromEmail: () => planter.guest('mail', who.email),
        to: () =>
          `"${planter.guest('name before a mail', `${who.first} ${who.last}`)}" <${planter.guest('mail', who.email)}>`,
        replyTo: () => planter.guest('mail', who.email),
        isAutomatic: () => false,
      },
      0.3,
    ),
  };
}

export function conversation(draft: ExchangeDraft): void {
  const { dice } = draft;
  const id = objectId(dice);
  const [request, body] = [draft.in('requestBody'), draft.in('responseBody')];
  if (dice.chance(0.6)) {
    ask(draft, 'GET', `${OPEN_API}/communication/conversations/${id}/posts`, { limit: '30' });
    const posts = dice.times(dice.int(1, 5), () => post(dice, body));
    const answer: Json = {
      status: 200,
      data: {
        count: posts.length,
        posts,
        conversation: { _id: body.stay('conversation id', id), subject: 'Your stay' },
      },
    };
    draft.answer(200, jsonText(dice, restyled(answer, anyStyle(dice))), 'application/json; charset=utf-8');
  } else {
    ask(draft, 'POST', `${OPEN_API}/communication/conversations/${id}/send-message`);
    draft.send(
      jsonText(dice, {
        module: { type: request.stay('channel', 'email'), subject: 'Arrival' },
        body: `Dear ${request.guest('name in a message', guest(dice).first)}, the code of the door is ${request.secret('door code in a message', doorCode(dice))}.`,
      }),
      'application/json',
    );
    draft.answer(201, jsonText(dice, post(dice, body)), 'application/json; charset=utf-8');
  }
  serviceHeaders(draft);
}

export function reviews(draft: ExchangeDraft): void {
  const { dice } = draft;
  const body = draft.in('responseBody');
  ask(draft, 'GET', `${OPEN_API}/reviews`, { limit: '10', skip: '0' });
  const data = dice.times(dice.int(1, 4), () => ({
    _id: body.stay('review id', objectId(dice)),
    listing: { title: body.stay('listing title', listingTitle(dice)) },
    overallRating: dice.int(1, 5),
    createdAt: body.stay('date', instant(dice)),
    ...someOf(dice, {
      reviewer: () => ({ firstName: body.guest('first name', guest(dice).first) }),
      reviewerName: () => body.guest('full name', guest(dice).full),
      publicReview: () => body.guest("a guest's review", `${guestText(dice)} We stayed with our two children.`),
      privateFeedback: () => body.guest("a guest's review", `${guestText(dice)} The neighbour was loud.`),
    }),
  }));
  draft.answer(200, jsonText(dice, { data, limit: 10, skip: 0 }), 'application/json');
  serviceHeaders(draft);
}
