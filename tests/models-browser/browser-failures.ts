/**
 * Ways in which a browser itself can fail. Whatever a service does wrong is an answer to the app; that an operation
 * breaks takes a page in which something of the platform does not work, as behind a careless extension.
 */
import type { Page } from '@playwright/test';

/**
 * Makes the next reply from an address unreadable: its status, or whether it is good, can't be told.
 *
 * @param property which of the two the app looks at first for this service
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

/** Functions of the platform, each where the page finds it. */
const functions = {
  digest: ['SubtleCrypto', 'digest'],
  throwIfAborted: ['AbortSignal', 'throwIfAborted'],
  randomUUID: ['Crypto', 'randomUUID'],
} as const;

/** Lets the next call of a function of the platform throw. */
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

/** Lets the next address with these parameters that is put together fail. */
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

/** Has the gateway's script call back without a token, once. */
export const emptyNextToken = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { config } = Reflect.get(window, 'CollectJS');
    const { callback } = config;
    config.callback = (response: object) => {
      config.callback = callback;
      callback({ ...response, token: '' });
    };
  });
