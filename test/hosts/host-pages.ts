import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { freePorts } from '../support/free-port.ts';
import { type Host, TAG } from './host.ts';

/** The origin of the host pages, which the proxy has to allow. */
export interface HostPages {
  readonly origin: string;
  /** The address of a host page whose widget uses this proxy. */
  show(host: Host, proxy: string): string;
  /** The address of a page with only this body. */
  showBare(body: string): string;
  close(): Promise<void>;
}

interface Served {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A file name like those of script optimisers. */
const COPY = '/cache/4f1c9a.js';

/** Where the files of libraries are: those of npm, and those of Debian's packages. */
export const PACKAGES = '/npm/';
export const DEBIAN = '/debian/';
const folders = { [PACKAGES]: 'node_modules/', [DEBIAN]: '/usr/share/javascript/' };
const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

/** Serves host pages, and a copy of the script on another origin. */
export async function openHostPages(): Promise<HostPages> {
  const [port = 0] = await freePorts(1);
  const origin = `http://localhost:${port}`;
  const copy = `http://127.0.0.1:${port}${COPY}`;
  const pages: Served[] = [];
  let script = '';

  async function respond({ url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (url === COPY) {
      const original = await fetch(script);
      response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8' });
      response.end(await original.text());
      return;
    }
    for (const [path, folder] of Object.entries(folders)) {
      if (!url.startsWith(path)) continue;
      const file = url.slice(path.length);
      response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'text/plain' });
      response.end(await readFile(folder + file));
      return;
    }
    // The widget may add a query.
    const page = pages[Number(url.slice(1).replace(/\?.*/, ''))];
    if (!page) response.writeHead(404).end();
    else response.writeHead(200, { ...HTML, ...page.headers }).end(page.body);
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  function add(page: Served): string {
    pages.push(page);
    return `${origin}/${pages.length - 1}`;
  }

  return {
    origin,
    show(host, proxy) {
      script = `${proxy}/booking-widget.js`;
      const body = htmlOf(host).replaceAll('SCRIPT', script).replaceAll('COPY', copy);
      const policy = Object.entries(host.headers ?? {}).map(
        ([name, value]) => [name, value.replaceAll('PROXY', proxy)] as const,
      );
      const type = host.contentType && { 'Content-Type': `${host.contentType}; charset=utf-8` };
      const address = add({ body, headers: { ...Object.fromEntries(policy), ...type } });
      if (host.sandbox === undefined) return address;
      return add({
        body: `<!doctype html><iframe sandbox="${host.sandbox}" src="${address}" style="width: 1000px; height: 850px"></iframe>`,
      });
    },
    showBare: (body) =>
      add({
        body: `<!doctype html><html lang="en"><title>Host</title><body>${body}</body></html>`,
      }),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };

function htmlOf(host: Host): string {
  const { head = '', body = 'WIDGET', tag = TAG, attributes = 'lang="en"' } = host;
  const { script = '<script async src="SCRIPT"></script>' } = host;
  const html = `<!doctype html><html ${attributes} xmlns="http://www.w3.org/1999/xhtml"><head><meta charset="utf-8" /><title>${host.name}</title>${head}</head><body>${body.replaceAll('WIDGET', () => tag)}${script}</body></html>`;
  return host.contentType
    ? html.replace(' async', ' async="async"').replace('<!doctype html>', '')
    : html;
}
