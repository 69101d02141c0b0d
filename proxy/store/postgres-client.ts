import pg from 'pg';

/**
 * A connection that may be lost at any moment. The driver then emits `error`, which ends the
 * process unless somebody listens, and the pool does not while `verify` runs or while a client is
 * checked out. The listener has nothing to do, because the running statement is rejected too.
 */
export class PostgresClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
