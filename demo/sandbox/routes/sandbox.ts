import { Hono } from 'hono';
import { z } from 'zod';
import { instant, readBody } from '../body.ts';
import type { Clock } from '../clock.ts';
import { formatInstant } from '../instants.ts';
import { findDate, findEvent } from '../inventory/find.ts';
import { wireDate } from '../inventory/wire-date.ts';
import { changeDate } from '../inventory/write-date.ts';
import { moneyMinor, moneyNumber, moneyString } from '../money.ts';
import type { Ledger } from '../orders/ledger.ts';
import { sandboxPage } from '../page.ts';
import { availableSlots, bookableUntil } from '../records.ts';
import { Refused } from '../refusals.ts';
import type { Scenario } from '../scenarios.ts';

const takeInput = z.strictObject({ date_id: z.string(), slots: z.int().min(1) });
const moveInput = z.strictObject({ date: instant });
const priceInput = z.strictObject({ value: z.number().min(0) });
const activeInput = z.strictObject({ active: z.literal([0, 1]) });

/** The other side of the platform: what its people see and do. No part of API v3, and no token. */
export function sandboxRoutes(ledger: Ledger, scenario: () => Scenario, clock: Clock): Hono {
  const { books } = ledger;
  return new Hono()
    .get('/', (c) => c.html(sandboxPage(books, scenario(), clock(), new URL(c.req.url).origin)))
    .get('/sandbox/paper', (c) => c.json(describePaper()))
    .get('/sandbox/dates/:id', (c) => c.json(describeDate(c.req.param('id'))))
    .post('/sandbox/dates/:id/move', async (c) => {
      const { date: start } = await readBody(moveInput, c.req.raw);
      const date = findDate(books, undefined, c.req.param('id'));
      changeDate(books, date, { start }, clock());
      // A ticket is for its date, so whoever holds one is told.
      for (const order of books.orders.values()) {
        if (!order.tickets.some((ticket) => ticket.date === date)) continue;
        order.changed_at = clock();
        ledger.wrote(order);
      }
      return c.json(describeDate(date.id));
    })
    .post('/sandbox/take', async (c) => {
      const { date_id, slots } = await readBody(takeInput, c.req.raw);
      const date = findDate(books, undefined, date_id);
      if (slots > availableSlots(date)) {
        const message = `date ${date_id} has ${availableSlots(date)} places left`;
        throw new Refused('takeImpossible', message);
      }
      date.taken += slots;
      date.changed_at = clock();
      return c.json(describeDate(date_id));
    })
    .post('/sandbox/events/:id/prices/:price', async (c) => {
      const { value } = await readBody(priceInput, c.req.raw);
      const event = findEvent(books, undefined, c.req.param('id'));
      const price = event.prices.find(({ id }) => String(id) === c.req.param('price'));
      if (!price) throw new Refused('notFound', `event ${event.id} has no such price`);
      const minor = moneyMinor(value, price.currency);
      if (minor === undefined) {
        throw new Refused('moneyInvalid', `value: is not an amount in ${price.currency}`);
      }
      const changed = { ...price, value: minor };
      event.prices = event.prices.map((other) => (other === price ? changed : other));
      event.changed_at = clock();
      return c.json({ ...changed, value: moneyNumber(minor, price.currency) });
    })
    .post('/sandbox/events/:id', async (c) => {
      const { active } = await readBody(activeInput, c.req.raw);
      const event = findEvent(books, undefined, c.req.param('id'));
      event.active = active;
      event.changed_at = clock();
      return c.json({ id: event.id, title: event.title, active });
    });

  function describeDate(id: string): object {
    const date = findDate(books, undefined, id);
    return {
      ...wireDate(date),
      taken_slots: date.taken,
      title: date.event.title,
      timezone: date.event.timezone,
      bookable_until: formatInstant(bookableUntil(date)),
    };
  }

  /** What can be handed in or bought besides tickets, with the ids that orders name. */
  function describePaper(): object {
    return {
      coupons: [...books.coupons.values()].map(({ vendor, ...coupon }) => ({
        ...coupon,
        vendor_id: vendor.id,
      })),
      vouchers: [...books.vouchers.values()].map(({ id, code, vendor, ...voucher }) => ({
        ...{ id, code, vendor_id: vendor.id, currency: voucher.currency },
        value: moneyString(voucher.value, voucher.currency),
        left: moneyString(voucher.value - voucher.redeemed, voucher.currency),
      })),
      flexOffers: [...books.flexOffers.values()].map(({ id, vendor, title, ...offer }) => ({
        ...{ id, vendor_id: vendor.id, title, admits: offer.admits, currency: offer.currency },
        price: moneyString(offer.price, offer.currency),
        redemption_total: offer.redemption_total === Infinity ? '' : offer.redemption_total,
      })),
      flexTickets: [...books.flexTickets.values()].map(({ id, code, offer, redeemed }) => ({
        ...{ id, code, title: offer.title, redeemed },
      })),
    };
  }
}
