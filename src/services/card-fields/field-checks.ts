import type { CardField, CardFieldState } from '#machines/purchase/checkout.types.ts';
import { cardFields } from './collect-js.ts';

/** Milliseconds to wait for the other fields after a wrong one, to report the topmost error. */
const spreadLimit = 250;

/** Watches validation during a token request, because Collect.js has no callback for an invalid card. */
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
    areAsked: () => onWrong !== null,
    /**
     * Calls back once, with the first error: when all fields have reported, or `spreadLimit` after a wrong
     * one.
     */
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
