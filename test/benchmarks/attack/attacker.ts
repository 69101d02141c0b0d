import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { ORIGIN } from '../support/servers.ts';
import { type AttackRequest, requests, type Shop } from './requests.ts';

// The program of a process of its own, so that what it receives delays nobody who is measured.

type RequestAttack = keyof typeof requests;
export type AttackName = RequestAttack | 'sockets';

/** Begins an attack; any other message ends it. */
export interface Attack {
  readonly name: AttackName;
  readonly port: string;
  readonly address: string;
  readonly shop: Shop;
}

/** The response to the message that ends an attack: how many requests or connections it had. */
export interface Attacked {
  readonly sent: number;
}

/** Requests at once at the beginning, and as many in each second after that. */
const PER_SECOND = 300;
/** More than the proxy has descriptors. */
const SOCKETS = 1_100;
/** Milliseconds. */
const AGAIN_EVERY = 100;

/** Goes on across attacks, so that none repeats what an earlier one has sent. */
let number = 0;
let end = (): Attacked => ({ sent: 0 });

process.on('disconnect', () => process.exit());
process.on('message', (message: Attack | 'end') => {
  if (message === 'end') process.send?.(end());
  else end = message.name === 'sockets' ? occupySockets(message) : flood(message, message.name);
});

function flood({ port, address, shop }: Attack, name: RequestAttack): typeof end {
  // Each stream needs a connection of its own.
  const maxSockets = name === 'streams' ? Infinity : PER_SECOND;
  const agent = new Agent({ keepAlive: true, maxSockets });
  let sent = 0;

  function send({ path, body, headers = {} }: AttackRequest): void {
    sent += 1;
    const options = {
      agent,
      path,
      host: '127.0.0.1',
      port,
      localAddress: address,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Origin: ORIGIN,
        'Accept-Encoding': 'br',
        'X-Forwarded-For': address,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
    };
    request(options, (response) => response.on('error', () => {}).resume())
      .on('error', () => {})
      .end(body);
  }

  function sendMany(count: number): void {
    for (let each = 0; each < count; each += 1) send(requests[name](number++, shop));
  }

  sendMany(PER_SECOND);
  const timer = setInterval(() => sendMany((PER_SECOND * AGAIN_EVERY) / 1_000), AGAIN_EVERY);
  return () => {
    clearInterval(timer);
    agent.destroy();
    return { sent };
  };
}

/** Begins a request on each of as many connections as it gets, and opens those again that close. */
function occupySockets({ port, address }: Attack): typeof end {
  const open = new Set<Socket>();
  let sent = 0;

  function add(): void {
    sent += 1;
    const socket = connect({
      port: Number(port),
      localAddress: address,
    });
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    socket.write('GET /livez HTTP/1.1\r\n');
  }

  function fill(): void {
    while (open.size < SOCKETS) add();
  }

  fill();
  const timer = setInterval(fill, AGAIN_EVERY);
  return () => {
    clearInterval(timer);
    for (const socket of open) socket.destroy();
    return { sent };
  };
}
