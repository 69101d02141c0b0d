import type { Engine } from './engine.ts';

/** As much of a page under a driver as a person's doings need; Puppeteer's and WebKit's have it. */
export interface Tab {
  goto(url: string): Promise<unknown>;
  /** What an expression comes to in the page, whatever the page's policy. */
  evaluate(expression: string): Promise<unknown>;
  readonly keyboard: {
    type(text: string): Promise<void>;
    press(key: string): Promise<void>;
  };
  readonly mouse: { click(x: number, y: number): Promise<void> };
}

/** A browser of its own with one tab, which has mouse and keyboard for itself. */
export async function openTab(engine: Engine): Promise<{ tab: Tab; close(): Promise<void> }> {
  const launcher = (await engine.launcher('UTC')) as Awaited<ReturnType<Engine['launcher']>> & {
    getPage(session: string): Tab;
    stop(): Promise<void>;
  };
  const session = 'tab';
  await launcher.startSession(session, 'about:blank');
  return { tab: launcher.getPage(session), close: () => launcher.stop() };
}
