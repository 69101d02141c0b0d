import { Hono } from 'hono';
import { z } from 'zod';
import { ApiError } from '../api/errors.ts';
import { parseBody, timestamp, zeroOrOne } from '../api/validation.ts';
import { formatTimestamp, moneyNumber, moneyString, parseMoney } from '../api/wire-values.ts';
import type { EventDate } from '../dates/date.ts';
import { availableSlots, bookableUntil, wireDate } from '../dates/date.ts';
import type { Event } from '../events/event.ts';
import { mergedEventOf } from '../events/merged-events.ts';
import type { OrderContext } from '../orders/changes.ts';
import { changeDate } from '../orders/changes.ts';
import type { Clock } from '../world/clock.ts';
import type { World } from '../world/world.ts';
import { findDate, findEvent, findVendor } from '../world/world.ts';

const takeInput = z.strictObject({ date_id: z.string(), slots: z.int().min(1) });
const moveInput = z.strictObject({ date: timestamp });
const priceInput = z.strictObject({ value: z.number().min(0) });
const riseInput = z.strictObject({ percent: z.int().min(1).max(1_000) });
const activeInput = z.strictObject({ active: zeroOrOne });
const vendorInput = z.strictObject({ extended_availability_management: z.boolean() });

/** What vendors and other customers do to dates, events and prices, and what can be redeemed. */
export function inventoryControlRoutes(context: OrderContext, clock: Clock): Hono {
  const { world } = context;
  return new Hono()
    .get('/vouchers', (c) => c.json(describeVouchers(world)))
    .get('/dates/:id', (c) => c.json(describeDate(findDate(world, undefined, c.req.param('id')))))
    .post('/dates/:id/move', async (c) => {
      const { date: start } = await parseBody(moveInput, c.req.raw);
      const date = findDate(world, undefined, c.req.param('id'));
      changeDate(context, date, { start }, clock());
      return c.json(describeDate(date));
    })
    .post('/take', async (c) => {
      const { date_id, slots } = await parseBody(takeInput, c.req.raw);
      const date = findDate(world, undefined, date_id);
      if (slots > availableSlots(date)) {
        const message = `date ${date_id} has ${availableSlots(date)} places left`;
        throw new ApiError('notEnoughPlaces', message);
      }
      date.taken += slots;
      date.changed_at = clock();
      return c.json(describeDate(date));
    })
    .post('/events/:id/prices/:price', async (c) => {
      const { value } = await parseBody(priceInput, c.req.raw);
      const event = findEvent(world, undefined, c.req.param('id'));
      const price = event.prices.find(({ id }) => String(id) === c.req.param('price'));
      if (!price) throw new ApiError('notFound', `event ${event.id} has no such price`);
      const minor = parseMoney(value, price.currency);
      if (minor === undefined) {
        throw new ApiError('moneyInvalid', `value: is not an amount in ${price.currency}`);
      }
      const changed = { ...price, value: minor };
      event.prices = event.prices.map((other) => (other === price ? changed : other));
      event.changed_at = clock();
      return c.json({ ...changed, value: moneyNumber(minor, price.currency) });
    })
    .post('/events/:id/sell-out', (c) => {
      const event = findEvent(world, undefined, c.req.param('id'));
      let slots = 0;
      for (const pricelist of pricelistsOf(world, event)) {
        for (const date of world.dates.ofEvent(pricelist.id)) {
          const left = availableSlots(date);
          if (left <= 0) continue;
          slots += left;
          date.taken += left;
          date.changed_at = clock();
        }
      }
      return c.json({ id: event.id, title: event.title, slots });
    })
    .post('/events/:id/raise-prices', async (c) => {
      const { percent } = await parseBody(riseInput, c.req.raw);
      const event = findEvent(world, undefined, c.req.param('id'));
      for (const pricelist of pricelistsOf(world, event)) {
        pricelist.prices = pricelist.prices.map((price) => ({
          ...price,
          value: Math.round((price.value * (100 + percent)) / 100),
        }));
        pricelist.changed_at = clock();
      }
      return c.json({ id: event.id, title: event.title, percent });
    })
    .post('/events/:id', async (c) => {
      const { active } = await parseBody(activeInput, c.req.raw);
      const event = findEvent(world, undefined, c.req.param('id'));
      event.active = active;
      event.changed_at = clock();
      return c.json({ id: event.id, title: event.title, active });
    })
    .patch('/vendors/:id', async (c) => {
      const { extended_availability_management } = await parseBody(vendorInput, c.req.raw);
      const vendor = findVendor(world, undefined, c.req.param('id'));
      vendor.extended_availability_management = extended_availability_management;
      return c.json({ id: vendor.id, extended_availability_management });
    });
}

/** The event and those that are merged into it, each with its own dates and prices. */
function pricelistsOf(world: World, event: Event): Event[] {
  return [...world.events.values()].filter((other) => mergedEventOf(world, other) === event);
}

function describeDate(date: EventDate): object {
  return {
    ...wireDate(date),
    taken_slots: date.taken,
    title: date.event.title,
    timezone: date.event.timezone,
    bookable_until: formatTimestamp(bookableUntil(date)),
  };
}

/** Coupons, vouchers, flex offers and flex tickets, with the ids by which orders name them. */
function describeVouchers({ coupons, vouchers, flexOffers, flexTickets }: World): object {
  return {
    coupons: [...coupons.values()].map(({ vendor, ...coupon }) => ({
      ...coupon,
      vendor_id: vendor.id,
    })),
    vouchers: [...vouchers.values()].map((voucher) => ({
      id: voucher.id,
      code: voucher.code,
      vendor_id: voucher.vendor.id,
      currency: voucher.currency,
      value: moneyString(voucher.value, voucher.currency),
      left: moneyString(voucher.value - voucher.redeemed, voucher.currency),
    })),
    flexOffers: [...flexOffers.values()].map((offer) => ({
      id: offer.id,
      vendor_id: offer.vendor.id,
      title: offer.title,
      admits: offer.admits,
      currency: offer.currency,
      price: moneyString(offer.price, offer.currency),
      redemption_total: offer.redemption_total === Infinity ? '' : offer.redemption_total,
    })),
    flexTickets: [...flexTickets.values()].map(({ id, code, offer, redeemed }) => ({
      id,
      code,
      title: offer.title,
      redeemed,
    })),
  };
}
