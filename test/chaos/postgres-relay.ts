import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A relay between proxies and their database that cuts connections at every stage of the protocol. */
export interface PostgresRelay {
  /** The database's address through the relay. */
  readonly url: string;
  /** Cuts connections from now on, until `stop`. */
  start(): void;
  stop(): void;
  /** How many connections were cut, by stage. */
  readonly cuts: Readonly<Record<Stage, number>>;
  /** Whether there are no more cuts, because there were the most of every stage. */
  isDone(): boolean;
  close(): Promise<void>;
}

interface Message {
  readonly sender: 'client' | 'server';
  /** The letter that the protocol gives it, or one of `untyped`. */
  readonly type: string;
  readonly bytes: Buffer;
}

interface Cut {
  /** Of so many of these messages one is cut. */
  readonly every: number;
  readonly of: readonly [sender: Message['sender'], type: string, text?: RegExp];
  /** How much of the message still gets through. */
  readonly passes: 'nothing' | 'half' | 'all';
}

/** What has no letter of its own: two messages, and the first time that the server is ready. */
const untyped = { connected: 'connected', startup: 'startup', firstReady: 'first-ready' } as const;

/** In the order in which a connection comes to them. */
const stages = {
  'before the startup message': {
    every: 5,
    of: ['client', untyped.connected],
    passes: 'nothing',
  },
  'in the startup message': { every: 5, of: ['client', untyped.startup], passes: 'half' },
  'before the request for a password': { every: 16, of: ['server', 'R'], passes: 'nothing' },
  'in the password': { every: 10, of: ['client', 'p'], passes: 'half' },
  'after the password': { every: 10, of: ['client', 'p'], passes: 'all' },
  'before it is ready': { every: 8, of: ['server', untyped.firstReady], passes: 'nothing' },
  'as soon as it is ready': { every: 8, of: ['server', untyped.firstReady], passes: 'all' },
  'in the first statement': { every: 8, of: ['client', 'Q', /^SET /], passes: 'all' },
  'before its response': { every: 8, of: ['server', 'C', /^SET/], passes: 'nothing' },
  'before COMMIT': { every: 3, of: ['client', 'Q', /^COMMIT/], passes: 'nothing' },
  'after COMMIT': { every: 3, of: ['server', 'C', /^COMMIT/], passes: 'nothing' },
  'before LISTEN': { every: 3, of: ['client', 'Q', /^LISTEN/], passes: 'nothing' },
  'after LISTEN': { every: 3, of: ['client', 'Q', /^LISTEN/], passes: 'all' },
  'in a notification': { every: 2, of: ['server', 'A'], passes: 'half' },
  'in a statement': { every: 20, of: ['client', 'P'], passes: 'half' },
  'after a statement': { every: 20, of: ['client', 'S'], passes: 'all' },
  'in a row': { every: 12, of: ['server', 'D'], passes: 'half' },
  'after a write': { every: 8, of: ['server', 'C', /^(INSERT|UPDATE)/], passes: 'nothing' },
  'while it is idle': { every: 20, of: ['server', 'Z'], passes: 'all' },
} satisfies Record<string, Cut>;
export type Stage = keyof typeof stages;
const stageNames = Object.keys(stages) as Stage[];

const HOST = '127.0.0.1';

export interface PostgresRelayOptions {
  /** At a stage so many connections are cut, and no more. */
  readonly most?: (stage: Stage) => number;
  /** So many times fewer connections are cut. */
  readonly rarity?: number;
}

export async function listenPostgresRelay(
  databaseUrl: string,
  { most = () => Infinity, rarity = 1 }: PostgresRelayOptions = {},
): Promise<PostgresRelay> {
  const { hostname, port } = new URL(databaseUrl);
  const seen = countersOf(stageNames);
  const cuts = countersOf(stageNames);
  const sockets = new Set<Socket>();
  let isCutting = false;

  /** The stage at which a message is to be cut, by counting the messages of every stage. */
  function stageToCut(message: Message): Stage | undefined {
    if (!isCutting) return undefined;
    const due = stageNames.filter((stage) => {
      if (cuts[stage] >= most(stage) || !isOf(stages[stage], message)) return false;
      seen[stage] += 1;
      return seen[stage] % (stages[stage].every * rarity) === 0;
    });
    return due.toSorted((one, other) => cuts[one] - cuts[other])[0];
  }

  function relay(client: Socket): void {
    const server = connect(Number(port), hostname);
    let isCut = false;

    /** In turn as a process that ends closes a connection, and as a machine that is reset does. */
    function cut(stage: Stage): void {
      for (const socket of [client, server]) {
        if (cuts[stage] % 2 === 0) reset(socket);
        else socket.destroy();
      }
    }

    function pass(message: Message, receiver: Socket): void {
      if (isCut) return;
      const stage = stageToCut(message);
      if (stage === undefined) return void receiver.write(message.bytes);
      isCut = true;
      cuts[stage] += 1;
      const { passes } = stages[stage];
      const { length } = message.bytes;
      const passed = { nothing: 0, half: length >> 1, all: length }[passes];
      if (passed === 0) cut(stage);
      else receiver.write(message.bytes.subarray(0, passed), () => cut(stage));
    }

    for (const socket of [client, server]) {
      sockets.add(socket);
      const other = socket === client ? server : client;
      const split = createSplitter(socket === client ? 'client' : 'server');
      socket.setNoDelay(true);
      socket.on('data', (chunk) => split(chunk).forEach((message) => pass(message, other)));
      socket.on('error', () => reset(other));
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    pass({ sender: 'client', type: untyped.connected, bytes: Buffer.alloc(0) }, server);
  }

  const listener = createServer(relay).listen(0, HOST);
  await once(listener, 'listening');
  const address = new URL(databaseUrl);
  address.host = `${HOST}:${(listener.address() as AddressInfo).port}`;

  return {
    url: address.href,
    start: () => (isCutting = true),
    stop: () => (isCutting = false),
    cuts,
    isDone: () => stageNames.every((stage) => cuts[stage] >= most(stage)),
    async close() {
      listener.close();
      for (const socket of sockets) socket.destroy();
      await once(listener, 'close');
    },
  };
}

/** While a socket is being ended, Node cannot reset it, and would keep it open. */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

function countersOf(names: readonly Stage[]): Record<Stage, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Stage, number>;
}

/** Bytes of a message's letter and length. */
const HEADER = 5;

function isOf({ of: [sender, type, pattern] }: Cut, message: Message): boolean {
  if (sender !== message.sender || type !== message.type) return false;
  return pattern?.test(message.bytes.toString('latin1', HEADER)) ?? true;
}

/** Splits what one side sends into whole messages. Only a client's first one has no letter. */
function createSplitter(sender: Message['sender']): (chunk: Buffer) => Message[] {
  let rest = Buffer.alloc(0);
  let hasStarted = sender === 'server';
  let isReady = false;

  function typeOf(bytes: Buffer): string {
    const letter = String.fromCharCode(bytes[0] ?? 0);
    if (letter !== 'Z' || isReady) return letter;
    isReady = true;
    return untyped.firstReady;
  }

  function next(): Message | undefined {
    const lengthAt = hasStarted ? 1 : 0;
    if (rest.length < lengthAt + 4) return undefined;
    const length = lengthAt + rest.readInt32BE(lengthAt);
    if (rest.length < length) return undefined;
    const bytes = rest.subarray(0, length);
    rest = rest.subarray(length);
    const type = hasStarted ? typeOf(bytes) : untyped.startup;
    hasStarted = true;
    return { sender, type, bytes };
  }

  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Message[] = [];
    for (let message = next(); message; message = next()) messages.push(message);
    return messages;
  };
}
