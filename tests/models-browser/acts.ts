import type { Driver } from './driver.ts';

/** What a person, the network or a service does. */
export type Act = (driver: Driver) => Promise<void>;

export const inSequence =
  (...acts: readonly Act[]): Act =>
  async (driver) => {
    for (const act of acts) await act(driver);
  };

export const continueRequest =
  (name: string): Act =>
  async (driver) =>
    (await driver.interceptor(name)).continue();
