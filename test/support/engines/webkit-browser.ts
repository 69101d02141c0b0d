import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../free-port.ts';
import { killAtExit } from '../kill-at-exit.ts';
import type { Tab } from './tab.ts';
import { type Action, openBrowser, type WebDriver } from './webdriver.ts';

/** A page of WebKitGTK on its own display, with the parts of Puppeteer's page that tests use. */
export interface WebKit extends Tab {
  url(): Promise<string>;
  setViewport(size: Size): Promise<void>;
  close(): Promise<void>;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** As large as the runner's pages in other engines. */
const SIZE: Size = { width: 800, height: 600 };

/** Code points of keys that are not characters */
const keyCodes: Readonly<Record<string, string>> = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  Backspace: '\uE003',
  Delete: '\uE017',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
};

/** Turns off compositing and the optimising JIT, which would take half of the CPU time here. */
const lessWork = {
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
  JSC_useFTLJIT: '0',
};

/** @throws {Error} when it does not start */
export async function startWebKit(timezone: string): Promise<WebKit> {
  const folder = await mkdtemp(join(tmpdir(), 'booking-webkit-'));
  const [port = 0] = await freePorts(1);
  const display = await startDisplay();
  await stopMotion(folder);
  const driver = start('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...lessWork,
      DISPLAY: display.name,
      TZ: timezone,
      XDG_CONFIG_HOME: folder,
    },
  });
  await listensAt(port, driver);
  const browser = await openBrowser(`http://127.0.0.1:${port}`);
  await fitWindow(browser, SIZE);

  const press = (key: string): Action[] => [
    { type: 'keyDown', value: keyCodes[key] ?? key },
    { type: 'keyUp', value: keyCodes[key] ?? key },
  ];
  /** Where the mouse is. */
  let mouse = { x: 0, y: 0 };
  const move = (x: number, y: number): Action => {
    mouse = { x, y };
    return { type: 'pointerMove', x, y };
  };
  /** WebKit turns the wheel by the difference to the turn before. */
  let turned = 0;
  const down: Action = { type: 'pointerDown', button: 0 };
  const up: Action = { type: 'pointerUp', button: 0 };
  return {
    goto: (url) => browser.goTo(url),
    url: () => browser.url(),
    evaluate: (expression) => browser.execute(`return ${expression}`),
    keyboard: {
      type: (text) => browser.perform('key', [...text].flatMap(press)),
      press: (key) => browser.perform('key', press(key)),
      down: (key) => browser.perform('key', press(key).slice(0, 1)),
      up: (key) => browser.perform('key', press(key).slice(1)),
    },
    mouse: {
      click: (x, y) => browser.perform('pointer', [move(x, y), down, up]),
      move: (x, y) => browser.perform('pointer', [move(x, y)]),
      down: () => browser.perform('pointer', [down]),
      up: () => browser.perform('pointer', [up]),
      wheel({ deltaY }) {
        turned += deltaY;
        return browser.perform('wheel', [{ type: 'scroll', ...mouse, deltaX: 0, deltaY: turned }]);
      },
    },
    setViewport: (size) => fitWindow(browser, size),
    async close() {
      await browser.close();
      await end(driver);
      await end(display.program);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** During an animation, the measured contrast would depend on the moment of the audit. */
async function stopMotion(configuration: string): Promise<void> {
  const gtk = join(configuration, 'gtk-3.0');
  await mkdir(gtk);
  await writeFile(join(gtk, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
}

/**
 * Makes the window larger than the page by the browser's chrome, so that the page has the given
 * size.
 */
async function fitWindow(browser: WebDriver, size: Size): Promise<void> {
  await browser.resize(size.width, size.height);
  const [width = 0, height = 0] = await browser.execute<number[]>(
    'return [innerWidth, innerHeight]',
  );
  await browser.resize(2 * size.width - width, 2 * size.height - height);
}

/** Starts a virtual display with a free number. */
async function startDisplay(): Promise<{ name: string; program: ChildProcess }> {
  const screen = ['-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
  const program = start('Xvfb', ['-displayfd', '3', ...screen], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(program.stdio[3]!, 'data')) as [Buffer];
  return { name: `:${String(number).trim()}`, program };
}

async function listensAt(port: number, program: ChildProcess): Promise<void> {
  while (program.exitCode === null) {
    const socket = createConnection(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
  }
  throw new Error(`WebKitWebDriver ended with ${program.exitCode}.`);
}

/** Starts a program that is killed when this process ends for any reason. */
function start(name: string, args: string[], options: Parameters<typeof spawn>[2]): ChildProcess {
  const program = spawn(name, args, options);
  killAtExit(program);
  return program;
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill();
  await ended;
}
