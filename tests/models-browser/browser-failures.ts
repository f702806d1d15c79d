/**
 * Simulates failures of the browser itself, such as a faulty extension. Only these make an operation throw, because
 * a service's errors reach the app as responses.
 */
import type { Page } from '@playwright/test';

/**
 * Makes the next response from an address unreadable.
 * @param property the property of the response that the app reads first
 */
export const breakNextReply = (page: Page, address: string, property: 'ok' | 'status'): Promise<void> =>
  page.evaluate(
    ([broken, name]) => {
      const whole = Object.getOwnPropertyDescriptor(Response.prototype, name);
      if (whole === undefined) throw new Error(`A reply has no ${name}`);
      Object.defineProperty(Response.prototype, name, {
        configurable: true,
        get(this: Response) {
          if (this.url.split('?', 1)[0] !== broken) return whole.get?.call(this);
          Object.defineProperty(Response.prototype, name, whole);
          throw new TypeError('The reply can’t be read');
        },
      });
    },
    [address, property] as const,
  );

const functions = {
  digest: ['SubtleCrypto', 'digest'],
  throwIfAborted: ['AbortSignal', 'throwIfAborted'],
  randomUUID: ['Crypto', 'randomUUID'],
} as const;

export const breakNextCall = (page: Page, name: keyof typeof functions): Promise<void> =>
  page.evaluate(([owner, method]) => {
    const { prototype } = Reflect.get(window, owner);
    const whole = Object.getOwnPropertyDescriptor(prototype, method);
    if (whole === undefined) throw new Error(`${owner} has no ${method}`);
    Object.defineProperty(prototype, method, {
      ...whole,
      value() {
        Object.defineProperty(prototype, method, whole);
        throw new TypeError('It does not work');
      },
    });
  }, functions[name]);

/** Makes the app throw when it next builds a URL with this parameter. */
export const breakNextAddress = (page: Page, parameter: string): Promise<void> =>
  page.evaluate((broken) => {
    const whole = URLSearchParams;
    window.URLSearchParams = new Proxy(whole, {
      construct(target, [init]) {
        if (typeof init !== 'object' || init === null || !(broken in init)) return new target(init);
        window.URLSearchParams = whole;
        throw new TypeError('It does not work');
      },
    });
  }, parameter);

export const emptyNextToken = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { config } = Reflect.get(window, 'CollectJS');
    const { callback } = config;
    config.callback = (response: object) => {
      config.callback = callback;
      callback({ ...response, token: '' });
    };
  });
