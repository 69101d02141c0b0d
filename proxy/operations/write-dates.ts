import { type Api, type ApiError, isApiError, outcomeOfWrite } from '../platform/index.ts';

export type Done = 'created' | 'updated';

/** What became of one row of a file. */
export interface RowResult {
  /** Counted from 1. */
  readonly row: number;
  /** `unclear`: it may have been written, so look it up before it is sent again. */
  readonly outcome: Done | 'refused' | 'unclear' | 'unsent';
  /** Why it was not written. */
  readonly message: string;
}

interface Row {
  readonly row: number;
  readonly date: unknown;
}

type NewDates = Parameters<Api['createDates']>[0]['body'];
type DateChanges = Parameters<Api['updateDates']>[0]['body'];

/** Rows that are sent at once. */
const BATCH = 1_000;
/** How issues name the only item of a batch, which says nothing of its row in the file. */
const ONLY_ITEM = /\b(body\.)?0\.(?=[a-z])/g;

/**
 * Creates or updates dates in batches. A batch that the platform refuses is halved until the rows are found that
 * it is refused for, so that these do not keep the others out. After an unclear outcome nothing more
 * is sent.
 */
export async function writeDates(
  api: Pick<Api, 'createDates' | 'updateDates'>,
  dates: readonly unknown[],
  done: Done = 'created',
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  let stopped: string | undefined;

  function tell(rows: readonly Row[], outcome: RowResult['outcome'], message = ''): void {
    for (const { row } of rows) results.push({ row, outcome, message });
  }

  async function send(rows: readonly Row[]): Promise<void> {
    if (stopped !== undefined) return tell(rows, 'unsent', stopped);
    try {
      const body = rows.map(({ date }) => date);
      const { processed_items } = await (done === 'created'
        ? api.createDates({ body: body as NewDates })
        : api.updateDates({ body: body as DateChanges }));
      if (processed_items === rows.length) return tell(rows, done);
      stopped = `the platform says that it has processed ${processed_items} of ${rows.length} rows`;
      tell(rows, 'unclear', stopped);
    } catch (error) {
      if (!isApiError(error)) throw error;
      await tellFailure(rows, error);
    }
  }

  async function tellFailure(rows: readonly Row[], error: ApiError): Promise<void> {
    const message = describe(error);
    if (isForRows(error)) {
      if (rows.length === 1) return tell(rows, 'refused', message.replaceAll(ONLY_ITEM, ''));
      const half = Math.ceil(rows.length / 2);
      await send(rows.slice(0, half));
      return send(rows.slice(half));
    }
    stopped = message;
    tell(rows, outcomeOfWrite(error), message);
  }

  const rows = dates.map((date, index) => ({ row: index + 1, date }));
  for (let start = 0; start < rows.length; start += BATCH) {
    await send(rows.slice(start, start + BATCH));
  }
  return results;
}

/** Whether other rows may succeed: some of these break a rule, here or on the platform. */
function isForRows(error: ApiError): boolean {
  if (error.name === 'InvalidInput') return true;
  return (
    error.name === 'PlatformRefused' && error.status === 400 && outcomeOfWrite(error) === 'refused'
  );
}

/** In the platform's words, if it has any. */
export function describe(error: ApiError): string {
  if (error.name === 'TokenUnavailable' && error.failure) {
    return `${error.message}: ${error.failure.reason}`;
  }
  if (error.name !== 'PlatformRefused') return error.message;
  const { message, user_message } = error.said;
  return [error.message, message, user_message].filter(Boolean).join(': ');
}
