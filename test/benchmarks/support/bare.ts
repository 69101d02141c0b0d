import { createServer } from 'node:http';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

/** A bare server, without or with the proxy's framework, that sends one response from memory. */
const [, , kind = '', source = '', origin = '', port = '0'] = process.argv;
const plain = { Origin: origin, 'Accept-Encoding': 'identity' };
const response = await fetch(source, { headers: plain });
const body = Buffer.from(await response.arrayBuffer());
const headers = {
  ...Object.fromEntries(
    [...response.headers].filter(([name]) => !/^(date|connection|keep-alive)$/.test(name)),
  ),
  'content-length': String(body.length),
};
if (kind === 'node') {
  createServer((_, response) => {
    response.writeHead(200, headers);
    response.end(body);
  }).listen(Number(port), '127.0.0.1');
} else {
  const app = new Hono();
  app.all('*', () => new Response(body, { headers }));
  serve({ port: Number(port), hostname: '127.0.0.1', fetch: (request) => app.fetch(request) });
}
