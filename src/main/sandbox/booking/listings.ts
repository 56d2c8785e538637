/** Answers one listing of the Booking Engine, and its calendar (service.md §6.5, §6.6). */
import type { Context } from 'hono';
import { z } from 'zod';
import { dayNumber, PlainDate } from '../../../shared/model/primitives.ts';
import { bookingError, wrongParameters } from '../http/error-answer.ts';
import type { SandboxEnv } from '../http/middleware.ts';
import { parseOrThrow, WordList, withFields } from '../http/query.ts';
import type { Service } from '../service.ts';
import type { Outline } from '../world/outline.ts';
import { bookingRecord, calendarRecord } from '../world/records.ts';

/** The number of days that one calendar request may cover. */
const MAX_DAYS = 730;

const CalendarQuery = z.object({ from: PlainDate, to: PlainDate });

export function getListing(service: Service): (context: Context<SandboxEnv>) => Response {
  return (context) => {
    const { fields } = parseOrThrow(z.object({ fields: WordList.optional() }), context.req.query());
    const outline = listingOf(service, context.req.param('id'));
    const record = bookingRecord(outline, new URL(context.req.url).origin, null);
    return context.json(withFields({ ...record, _id: service.world.idOf(outline) }, fields));
  };
}

/** Handles GET /listings/{id}/calendar: answers every day from `from` to `to`, both included. */
export function getCalendar(service: Service): (context: Context<SandboxEnv>) => Response {
  return (context) => {
    const outline = listingOf(service, context.req.param('id'));
    const query = parseOrThrow(CalendarQuery, context.req.query());
    const stay = { from: dayNumber(query.from), to: dayNumber(query.to) + 1 };
    if (stay.to <= stay.from) throw wrongParameters(['to must not be before from']);
    if (stay.to - stay.from > MAX_DAYS) throw wrongParameters([`a calendar covers at most ${MAX_DAYS} days`]);
    const listingId = service.world.idOf(outline);
    return context.json(
      service.world.nights(outline, stay).map((night) => ({ ...calendarRecord(night, outline), listingId })),
    );
  };
}

/** Returns a bookable listing by its id. Throws a 404 for an unknown id. */
export function listingOf(service: Service, id: string | undefined): Outline {
  const outline = id === undefined ? null : service.world.findBookable(id);
  if (!outline) throw bookingError(404, 'NOT_FOUND', 'Listing not found');
  return outline;
}
