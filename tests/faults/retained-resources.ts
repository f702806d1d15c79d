import type { Page } from '@playwright/test';

export const watchTimers = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const standing = new Set<number>();
    Object.assign(window, { standingTimers: standing });
    const { setTimeout, clearTimeout, setInterval, clearInterval } = window;
    window.setTimeout = Object.assign((run: TimerHandler, delay?: number, ...values: unknown[]) => {
      const id = setTimeout(() => {
        standing.delete(id);
        if (typeof run === 'function') run(...values);
      }, delay);
      standing.add(id);
      return id;
    }, setTimeout);
    window.setInterval = Object.assign((run: TimerHandler, delay?: number, ...values: unknown[]) => {
      const id = setInterval(run, delay, ...values);
      standing.add(id);
      return id;
    }, setInterval);
    window.clearTimeout = (id) => {
      if (id !== undefined) standing.delete(Number(id));
      clearTimeout(id);
    };
    window.clearInterval = (id) => {
      if (id !== undefined) standing.delete(Number(id));
      clearInterval(id);
    };
  });

export interface RetainedResources {
  readonly timers: number;
  readonly listeners: number;
}

export const retainedResources = async (page: Page): Promise<RetainedResources> => {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('Performance.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  const timers = await page.evaluate(() => {
    const standing: unknown = Reflect.get(window, 'standingTimers');
    return standing instanceof Set ? standing.size : Number.NaN;
  });
  return { timers, listeners: metrics.find(({ name }) => name === 'JSEventListeners')?.value ?? Number.NaN };
};

/** Returns how many matching elements are in memory, in the document or not. */
export const elementsInMemory = async (page: Page, selector: string): Promise<number> => {
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', { expression: 'HTMLElement.prototype' });
  // Use `queryObjects`, because it collects garbage first.
  const { objects } = await session.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
  });
  const counted = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: `function (selector) {
      const isPrototype = (object) => Object.hasOwn(object, 'constructor');
      return this.filter((object) => !isPrototype(object) && object.matches(selector)).length;
    }`,
    arguments: [{ value: selector }],
    returnByValue: true,
  });
  await session.detach();
  return Number(counted.result.value);
};
