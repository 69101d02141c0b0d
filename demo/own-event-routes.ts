import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { describe } from '../proxy/operations/write-dates.ts';
import { isApiError } from '../proxy/platform/index.ts';
import { problemsOfInput } from './field-problems.ts';
import { draftOf, ownEvent } from './own-event.ts';
import type { OwnEvents, WriteResult } from './own-events.ts';
import type { OwnPictures } from './own-pictures.ts';

const trial = z.strictObject({
  left: z.int().min(0).nullable().optional(),
  type: z.enum(['BOOKING', 'REQUEST']).optional(),
  active: z.boolean().optional(),
});

/** The events that a vendor writes in the workbench, over the network or within the page. */
export function createOwnEventRoutes(
  ownEvents: OwnEvents,
  pictures: OwnPictures,
): (request: Request) => Promise<Response> {
  const app = new Hono()
    .basePath('/own-events')
    .get('/', async (c) =>
      c.json({
        vendor: await ownEvents.vendor(),
        states: ownEvents.states(),
        showsPictures: pictures.isShown,
      }),
    )
    .get('/pictures/:name', (c) => pictures.response(c.req.param('name')) ?? c.notFound())
    // What is wrong with the draft is told before it is taken to another platform.
    .post('/file', async (c) =>
      withInput(c, ownEvent, async (input) => c.json({ file: draftOf(input), problems: [] })),
    )
    .post('/', async (c) =>
      withInput(c, ownEvent, async (input) => respond(c, await ownEvents.create(input))),
    )
    .put('/:id', async (c) =>
      withInput(c, ownEvent, async (input) =>
        respond(c, await ownEvents.change(c.req.param('id'), input)),
      ),
    )
    .post('/:id/try', async (c) =>
      withInput(c, trial, async (input) =>
        respond(c, await ownEvents.tryOut(c.req.param('id'), input)),
      ),
    );
  app.onError((error, c) => {
    if (isApiError(error)) return c.json({ message: describe(error) }, 502);
    return c.json({ message: error.message }, 500);
  });
  return async (request) => app.fetch(request);
}

/** Parses the body. JSON alone is taken, which a page of another origin cannot send unasked. */
async function withInput<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  handle: (input: z.output<Schema>) => Promise<Response>,
): Promise<Response> {
  const isJson = /^application\/json\b/i.test(c.req.header('Content-Type') ?? '');
  const body: unknown = isJson ? await c.req.json().catch(() => undefined) : undefined;
  const { success, data, error } = schema.safeParse(body);
  return success ? handle(data) : c.json({ problems: problemsOfInput(error) }, 422);
}

function respond(c: Context, result: WriteResult | undefined): Response {
  if (!result) return c.json({ message: 'This event is not there any more.' }, 404);
  return c.json(result, result.problems.length > 0 ? 422 : 200);
}
