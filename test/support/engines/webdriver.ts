/** The part of W3C WebDriver (https://www.w3.org/TR/webdriver2/) that tests need. */
export interface WebDriver {
  goTo(url: string): Promise<void>;
  url(): Promise<string>;
  /** Runs the body of a function in the page. */
  execute<T>(script: string): Promise<T>;
  /** Resizes the window, browser chrome included, in pixels. */
  resize(width: number, height: number): Promise<void>;
  perform(device: Device, actions: readonly Action[]): Promise<void>;
  close(): Promise<void>;
}

export type Device = 'key' | 'pointer' | 'wheel';
export type Action =
  | { readonly type: 'keyDown' | 'keyUp'; readonly value: string }
  | { readonly type: 'pointerMove'; readonly x: number; readonly y: number }
  | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: number }
  | {
      readonly type: 'scroll';
      readonly x: number;
      readonly y: number;
      readonly deltaX: number;
      readonly deltaY: number;
    };

/**
 * Opens a browser through a driver that listens at `address`.
 * @throws {Error} with the driver's message, like every call
 */
export async function openBrowser(address: string): Promise<WebDriver> {
  async function send<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${address}/session${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as {
      value: T & { error?: string; message?: string };
    };
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  const { sessionId } = await send<{ sessionId: string }>('POST', '', { capabilities: {} });
  const session = `/${sessionId}`;
  return {
    goTo: (url) => send('POST', `${session}/url`, { url }),
    url: () => send('GET', `${session}/url`),
    execute: (script) => send('POST', `${session}/execute/sync`, { script, args: [] }),
    resize: (width, height) => send('POST', `${session}/window/rect`, { width, height }),
    perform: (device, actions) =>
      send('POST', `${session}/actions`, { actions: [{ type: device, id: device, actions }] }),
    close: () => send('DELETE', session),
  };
}
