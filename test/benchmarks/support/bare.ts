import { createServer } from 'node:http';

/** The least that a Node server can do: one answer from memory, with the headers of the one it stands for. */
const [, , source = '', origin = '', port = '0'] = process.argv;
const plain = { Origin: origin, 'Accept-Encoding': 'identity' };
const answer = await fetch(source, { headers: plain });
const body = Buffer.from(await answer.arrayBuffer());
const headers = {
  ...Object.fromEntries([...answer.headers].filter(([name]) => !/^(date|connection|keep-alive)$/.test(name))),
  'content-length': body.length,
};
createServer((_, response) => {
  response.writeHead(200, headers);
  response.end(body);
}).listen(Number(port), '127.0.0.1');
