import type { Engine } from './engine.ts';

/**
 * The part of a driver's page that `customerIn` needs; Puppeteer's page and ours for WebKit have it.
 */
export interface Tab {
  goto(url: string): Promise<unknown>;
  /** Evaluates an expression in the page, even if its CSP forbids `eval`. */
  evaluate(expression: string): Promise<unknown>;
  readonly keyboard: {
    type(text: string): Promise<void>;
    press(key: string): Promise<void>;
    down(key: string): Promise<void>;
    up(key: string): Promise<void>;
  };
  readonly mouse: {
    click(x: number, y: number): Promise<void>;
    move(x: number, y: number): Promise<void>;
    down(): Promise<void>;
    up(): Promise<void>;
    /** Turns the wheel where the mouse is. */
    wheel(turn: { readonly deltaY: number }): Promise<void>;
  };
}

/** Opens a browser with one tab, which has the mouse and the keyboard to itself. */
export async function openTab(engine: Engine): Promise<{ tab: Tab; close(): Promise<void> }> {
  const launcher = (await engine.launcher('UTC')) as Awaited<ReturnType<Engine['launcher']>> & {
    getPage(session: string): Tab;
    stop(): Promise<void>;
  };
  const session = 'tab';
  await launcher.startSession(session, 'about:blank');
  return { tab: launcher.getPage(session), close: () => launcher.stop() };
}
