import type { CardField, CardFieldState } from '#machines/checkout.types.ts';
import { cardFields } from './collect-js.ts';

/** Milliseconds to wait for the other fields once one is wrong, so that the first wrong one can be named. */
const spreadLimit = 250;

/**
 * Follows what the gateway says of its fields while a token is asked for. The script itself says nothing of a wrong field but
 * its message: it waits for a correction.
 */
export const createFieldChecks = () => {
  let onWrong: ((message: string) => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = new Map<CardField, CardFieldState>();

  const end = () => {
    clearTimeout(timer);
    timer = undefined;
    onWrong = null;
    heard.clear();
  };
  const report = () => {
    const wrong = cardFields.map((field) => heard.get(field)).find((state) => state?.valid === false);
    const notify = onWrong;
    end();
    if (wrong !== undefined) notify?.(wrong.message ?? '');
  };

  return {
    /** Whether a token is asked for. */
    areAsked: () => onWrong !== null,
    /** Calls once every field was heard, or a moment after the first wrong one; with the first wrong field's message. */
    begin(listener: (message: string) => void): void {
      end();
      onWrong = listener;
    },
    heard(field: CardField, state: CardFieldState): void {
      if (onWrong === null) return;
      heard.set(field, state);
      const isWrong = [...heard.values()].some(({ valid }) => !valid);
      if (!isWrong) return;
      if (heard.size === cardFields.length) report();
      else timer ??= setTimeout(report, spreadLimit);
    },
    end,
  };
};
