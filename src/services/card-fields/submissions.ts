import type { TokenAnswer } from '#machines/checkout.types.ts';
import { gatewayLimit } from './collect-js.ts';

/** Milliseconds that a time-out may come earlier by one clock than by another. */
const tolerance = 1_000;
/** Milliseconds after which a token of an earlier submission is not expected any more. */
const latestAnswer = 120_000;

interface Submission {
  readonly start: () => void;
  readonly resolve: (answer: TokenAnswer) => void;
  /** When the script was last asked to start. */
  startedAt: number;
  /** How many tokens may still come that earlier submissions asked for. */
  owed: number;
}

/**
 * Says which submission a token of the gateway's script is for. The script itself knows one at a time, whatever has been
 * mounted since: until its callback or its time-out comes, another start does nothing, and what comes late reaches whoever
 * listens now. A token that an earlier submission may have asked for is dropped, and another one asked for.
 *
 * @param now milliseconds of a clock that only moves on
 */
export const createSubmissions = (now: () => number = () => performance.now()) => {
  let current: Submission | null = null;
  /** Whether the script is in a submission, so that a start does nothing. */
  let isBusy = false;
  /** When each submission began that the script has not given a token for. */
  let unanswered: number[] = [];
  let lastToken: string | null = null;

  const start = (submission: Submission) => {
    submission.startedAt = now();
    submission.start();
    if (!isBusy) unanswered.push(submission.startedAt);
    isBusy = true;
  };

  const settle = (answer: TokenAnswer) => {
    const settled = current;
    current = null;
    settled?.resolve(answer);
  };

  /**
   * Starts once more after a callback of the script has returned. Only then does the script fetch its next token; a start
   * before that would ask for the old one, and never be answered.
   */
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
    /** Has the script make a token, and settles with the answer to this very submission. Throws what the script throws. */
    begin(startScript: () => void, resolve: (answer: TokenAnswer) => void): void {
      unanswered = unanswered.filter((startedAt) => now() - startedAt < latestAnswer);
      current = { start: startScript, resolve, startedAt: 0, owed: unanswered.length };
      start(current);
    },
    /** Ends the submission under way with this answer; without one nothing happens. */
    settle,
    /** The script has called back. */
    answered(answer: TokenAnswer): void {
      const token = answer.outcome === 'tokenised' ? answer.paymentToken : null;
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
    /** The script has given a submission up: this one, or an earlier one that had kept it from starting. */
    timedOut(answer: TokenAnswer): void {
      isBusy = false;
      if (current === null) return;
      if (now() - current.startedAt < gatewayLimit - tolerance) startAgain(current);
      else settle(answer);
    },
  };
};
