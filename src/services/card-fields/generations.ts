import type { TokenAnswer } from '#machines/checkout.types.ts';
import { refused } from './responses.ts';

/**
 * One mounting of the fields. The gateway's callbacks belong to it for good: once another has begun, or this one was
 * closed, whatever they still bring is dropped.
 */
export interface Generation {
  isOpen(): boolean;
  /** Ends it: a request that was given up leaves the gateway armed, and its token may come at any time. */
  close(): void;
  /** Awaits the answer to a request; one at a time. */
  expect(resolve: (answer: TokenAnswer) => void): void;
  /** Answers the request under way; without one, or a second time, nothing happens. */
  answer(answer: TokenAnswer): void;
}

export interface Generations {
  /** Begins a mounting, which ends the one before. */
  begin(): Generation;
  /** The mounting whose fields stand, if they can still give a token. */
  current(): Generation | null;
}

const createGeneration = (): Generation => {
  let isOpen = true;
  let settle: ((answer: TokenAnswer) => void) | null = null;

  const answer = (given: TokenAnswer) => {
    const resolve = settle;
    settle = null;
    resolve?.(given);
  };

  return {
    isOpen: () => isOpen,
    answer,
    close() {
      isOpen = false;
      answer(refused('token-missing'));
    },
    expect(resolve) {
      settle = resolve;
    },
  };
};

export const createGenerations = (): Generations => {
  let current: Generation | null = null;
  return {
    begin() {
      current?.close();
      current = createGeneration();
      return current;
    },
    current: () => (current?.isOpen() ? current : null),
  };
};
