import type { Exchange } from './caller.ts';
import type { Coffer, Held, HoldOptions, HoldWork, Work } from './coffer.types.ts';
import { CofferError } from './coffer-error.ts';
import type { Hold, HoldRequest } from './types.gen.ts';
import { type CallOptions, untilAborted, withLimit } from './with-limit.ts';

/** Creates `withHold`, which uses the client's other calls. */
export const createWithHold = (
  exchange: Exchange,
  { capture, release }: Pick<Coffer, 'capture' | 'release'>,
): Coffer['withHold'] => {
  /** Opens a hold. If the call is a repeat, reads the hold's state. @throws {CofferError} if the hold has ended */
  const open = async (id: string, fields: HoldRequest, signal: AbortSignal): Promise<Hold> => {
    const parameters = { id };
    const { status, answer } = await exchange<Hold>({ to: 'hold', parameters, fields }, signal);
    if (status === 201) return answer;
    const { answer: hold } = await exchange<Hold>({ to: 'readHold', parameters }, signal);
    if (hold.state === 'open') return hold;
    const detail = `This hold has ended (${hold.state}), so the work was not started.`;
    throw new CofferError({ status: 409, code: `hold-${hold.state}`, detail, holdId: id });
  };

  async function withHold<Result>(
    { id = crypto.randomUUID(), ...fields }: HoldOptions,
    work: Work<HoldWork<Result>>,
    options: CallOptions = {},
  ): Promise<Held<Result | undefined>> {
    const returned = await withLimit(options, id, async (signal) => {
      const hold = await open(id, fields, signal);
      try {
        return await untilAborted(signal, () => work(hold, signal));
      } catch (error) {
        // If the release fails too, the hold expires later. Report the original error.
        await release(id).catch(() => undefined);
        throw error;
      }
    });
    // Capture without the time limit, because the work is done.
    if (typeof returned !== 'object' || returned === null) {
      const used = returned === undefined ? {} : { credits: returned };
      return { hold: await (returned === 0 ? release(id) : capture(id, used)), result: undefined };
    }
    const { credits, result } = returned;
    return { hold: await (credits === 0 ? release(id) : capture(id, { credits })), result };
  }

  return withHold;
};
