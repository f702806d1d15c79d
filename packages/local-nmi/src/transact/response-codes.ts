import type { ProcessorResponse } from '../test-cards.ts';
import type { StagedReply } from './staged-replies.ts';

/** The meanings of the codes (VD). Their use as response texts is a guess. */
const meanings: Readonly<Record<number, string>> = {
  100: 'SUCCESS',
  200: 'DECLINE',
  201: 'Do not honor',
  202: 'Insufficient funds',
  203: 'Over limit',
  204: 'Transaction not allowed',
  220: 'Incorrect payment information',
  221: 'No such card issuer',
  222: 'No card number on file with issuer',
  223: 'Expired card',
  224: 'Invalid expiration date',
  225: 'Invalid card security code',
  226: 'Invalid PIN',
  240: 'Call issuer for further information',
  250: 'Pick up card',
  251: 'Lost card',
  252: 'Stolen card',
  253: 'Fraudulent card',
  260: 'Declined with further instructions available',
  261: 'Declined-Stop all recurring payments',
  262: 'Declined-Stop this recurring program',
  263: 'Declined-Update cardholder data available',
  264: 'Declined-Retry in a few days',
  300: 'Transaction was rejected by gateway',
  400: 'Transaction error returned by processor',
  410: 'Invalid merchant configuration',
  411: 'Merchant account is inactive',
  420: 'Communication error',
  421: 'Communication error with issuer',
  430: 'Duplicate transaction at processor',
  440: 'Processor format error',
  441: 'Invalid transaction information',
  460: 'Processor feature not available',
  461: 'Unsupported card type',
};

export interface StagedCode extends ProcessorResponse {
  readonly effect: NonNullable<StagedReply['effect']>;
}

/** Returns the processor's response for a code. */
export const responseOf = (code: number): ProcessorResponse => ({
  response: code < 200 ? 1 : code < 300 ? 2 : 3,
  code,
  text: meanings[code] ?? 'Transaction error',
});

/** Returns a staged code and its effect, or undefined if the staged response isn't a `code`. */
export const stagedCode = (staged: StagedReply | undefined): StagedCode | undefined => {
  const code = staged?.code;
  if (staged === undefined || code === undefined) return undefined;
  const usualEffect = code >= 300 && code < 400 ? 'nothing' : 'failed';
  return {
    ...responseOf(code),
    ...(staged.text !== undefined && { text: staged.text }),
    effect: staged.effect ?? (code < 200 ? 'done' : usualEffect),
  };
};
