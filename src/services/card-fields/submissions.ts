import type { TokenResult } from '#machines/purchase/checkout.types.ts';
import { gatewayLimit } from './collect-js.ts';

/** How early a timeout can fire, in ms, because clocks differ. */
const tolerance = 1_000;
/** How long to expect an earlier submission's token, in ms. */
const latestAnswer = 120_000;

interface Submission {
  readonly start: () => void;
  readonly resolve: (answer: TokenResult) => void;
  startedAt: number;
  /** How many tokens can still arrive from earlier submissions. */
  owed: number;
}

/**
 * Matches Collect.js's tokens to submissions. Collect.js handles one submission at a time: it ignores other
 * starts until its callback or timeout, and sends a late token to the latest listener. We drop a token that
 * may belong to an earlier submission, and request another token.
 * @param now a monotonic clock, in ms
 */
export const createSubmissions = (now: () => number = () => performance.now()) => {
  let current: Submission | null = null;
  /** Whether Collect.js is handling a submission and would ignore a start. */
  let isBusy = false;
  /** The start times of submissions that haven't received a token. */
  let unanswered: number[] = [];
  let lastToken: string | null = null;

  const start = (submission: Submission) => {
    submission.startedAt = now();
    submission.start();
    if (!isBusy) unanswered.push(submission.startedAt);
    isBusy = true;
  };

  const settle = (answer: TokenResult) => {
    const settled = current;
    current = null;
    settled?.resolve(answer);
  };

  /** Restarts in a microtask, because Collect.js ignores a start until its callback has returned. */
  const startAgain = (submission: Submission) =>
    queueMicrotask(() => {
      if (submission !== current) return;
      try {
        start(submission);
      } catch {
        settle({ outcome: 'refused', failure: { name: 'start-failed', message: '' } });
      }
    });

  return {
    /** Requests a token and resolves with this submission's result. Throws what Collect.js throws. */
    begin(startScript: () => void, resolve: (answer: TokenResult) => void): void {
      unanswered = unanswered.filter((startedAt) => now() - startedAt < latestAnswer);
      current = { start: startScript, resolve, startedAt: 0, owed: unanswered.length };
      start(current);
    },
    settle,
    answered(answer: TokenResult): void {
      const token = answer.outcome === 'tokenized' ? answer.paymentToken : null;
      if (token !== null && token === lastToken) return;
      lastToken = token;
      isBusy = false;
      unanswered.shift();
      if (current === null) return;
      if (current.owed === 0) settle(answer);
      else {
        current.owed -= 1;
        startAgain(current);
      }
    },
    /** Handles a timeout of this submission, or of an earlier submission that blocked it. */
    timedOut(answer: TokenResult): void {
      isBusy = false;
      if (current === null) return;
      if (now() - current.startedAt < gatewayLimit - tolerance) startAgain(current);
      else settle(answer);
    },
  };
};
