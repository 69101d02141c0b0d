import {
  type Fields,
  instant,
  type Item,
  type MinimalDate,
  type MinimalEvent,
  type MinimalPrice,
  type MinimalProduct,
  Refusal,
  showDate,
  showEvent,
  showProduct,
} from './minimal-items.ts';

// What vendors write on the minimal platform (spec, Table B), with what the spec's tables require.

interface Inventory {
  readonly events: MinimalEvent[];
  readonly dates: MinimalDate[];
  readonly products: MinimalProduct[];
  readonly clock: () => number;
  /** Space-separated. */
  readonly scope: string;
}

const requiredOfEvents = [
  ...['title', 'description', 'duration', 'max_participants', 'location', 'location_lng'],
  ...['location_lat', 'meeting_location', 'meeting_location_lng', 'meeting_location_lat'],
  ...['images', 'categories', 'prices'],
];
const requiredOfDates = ['event_id', 'date', 'available_slots', 'total_slots'];
const requiredOfProducts = [
  ...['vendor_id', 'name', 'description', 'total', 'available', 'price', 'currency'],
  ...['shipping_address', 'dependencies'],
];

export function createWrites({ events, dates, products, clock, scope }: Inventory) {
  let lastPriceId = 10_000;

  /** Public prices, and those that are not; one that names no id gets the next one. */
  function pricesOf({ prices }: Fields): Pick<MinimalEvent, 'prices' | 'privatePrices'> {
    const all = (prices as Fields[]).map(
      (price) => ({ ...price, id: price['id'] ?? (lastPriceId += 1) }) as MinimalPrice,
    );
    const isPublic = (price: Fields) => price['public'] !== 0;
    return {
      prices: all.filter(isPublic),
      privatePrices: all.filter((price) => !isPublic(price)),
    };
  }

  function createEvent(body: Fields, vendor_id: unknown): Item {
    demand({ ...body, vendor_id }, [...requiredOfEvents, 'vendor_id']);
    const { images: _, ...fields } = body;
    const event = {
      mood: 'new',
      type: 'BOOKING',
      root_event_id: '',
      ...fields,
      ...pricesOf(body),
      vendor_id,
      id: `event:./=${events.length}`,
      changed: clock(),
    } as unknown as MinimalEvent;
    events.push(event);
    return showEvent(event);
  }

  function updateEvent(id: string, body: Fields): Item {
    demand(body, requiredOfEvents);
    const { images: _, ...fields } = body;
    const event = found(events, id);
    Object.assign(event, fields, pricesOf(body), { changed: clock() });
    return showEvent(event);
  }

  function checkDate(body: Fields): void {
    demand(body, requiredOfDates);
    found(events, String(body['event_id']));
    startOf(body);
  }

  function createDate(body: Fields): Item {
    checkDate(body);
    const date = {
      ...body,
      date: startOf(body),
      id: `date:./=new.${dates.length}`,
      booking_url: 'https://vendor.example/book',
      changed: clock(),
    } as unknown as MinimalDate;
    dates.push(date);
    return showDate(date);
  }

  function updateDate(id: string, { event_id, total_slots, ...body }: Fields): Item {
    const date = found(dates, id);
    const booked = date.total_slots - date.available_slots;
    if (event_id !== undefined) found(events, String(event_id));
    Object.assign(date, {
      ...(event_id !== undefined && { event_id }),
      ...('date' in body && { date: startOf(body) }),
      ...(total_slots !== undefined && {
        total_slots,
        available_slots: Math.max(0, Number(total_slots) - booked),
      }),
      changed: clock(),
    });
    return showDate(date);
  }

  function createProduct(body: Fields): Item {
    demand(body, requiredOfProducts);
    const product = {
      ...body,
      isPrivate: false,
      id: `product:./=${products.length}`,
      changed: clock(),
    } as unknown as MinimalProduct;
    products.push(product);
    return showProduct(product);
  }

  function updateProduct(id: string, body: Fields): Item {
    demand(body, ['price']);
    const product = found(products, id);
    Object.assign(product, body, { changed: clock() });
    return showProduct(product);
  }

  /** All rows are checked before the first one is written. */
  function writeBatch(
    rows: unknown,
    check: (row: Fields) => unknown,
    write: (row: Fields) => Item,
  ): object {
    if (!Array.isArray(rows)) throw new Refusal(400, 'this is no list');
    for (const row of rows as Fields[]) check(row);
    for (const row of rows as Fields[]) write(row);
    return { status: 'SUCCESS', processed_items: rows.length };
  }

  const idOf = (row: Fields) => String(row['date_id']);

  return async (request: Request, list: string, id: string, of: string): Promise<object> => {
    const needed = [list, of].some((name) => name.startsWith('dates')) ? 'calendar' : 'inventory';
    if (!scope.split(' ').includes(`${needed}_write`)) throw new Refusal(403, 'not for you');
    const body = (await request.json()) as Fields;
    switch (`${request.method} ${list}${id && '/…'}${of && `/${of}`}`) {
      case 'POST events':
        return createEvent(body, body['vendor_id']);
      case 'POST vendors/…/events':
        return createEvent(body, id);
      case 'PATCH events/…':
        return updateEvent(id, body);
      case 'POST dates':
      case 'POST events/…/dates':
      case 'POST vendors/…/dates':
        return createDate(body);
      case 'PATCH dates/…':
        return updateDate(id, body);
      case 'POST datesBatch':
        return writeBatch(body, checkDate, createDate);
      case 'PATCH datesBatch':
        return writeBatch(
          body,
          (row) => found(dates, idOf(row)),
          ({ date_id, ...row }) => updateDate(String(date_id), row),
        );
      case 'POST products':
        return createProduct(body);
      case 'PATCH products/…':
        return updateProduct(id, body);
      default:
        throw new Refusal(405, 'not so');
    }
  };
}

function demand(body: Fields, names: readonly string[]): void {
  const missing = names.filter((name) => body[name] === undefined);
  if (missing.length > 0) throw new Refusal(422, `there is no ${missing.join()}`);
}

function found<T extends Item>(items: readonly T[], id: string): T {
  const item = items.find((candidate) => candidate.id === id);
  if (!item) throw new Refusal(404, 'nothing here');
  return item;
}

function startOf(body: Fields): string {
  const time = Date.parse(String(body['date']));
  if (Number.isNaN(time)) throw new Refusal(422, 'this is no date');
  return instant(time);
}
