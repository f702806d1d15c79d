import * as v from 'valibot';
import type { CheckoutFailureName, MountAnswer, TokenAnswer } from '#machines/checkout.types.ts';
import { abortAfter, rejectOnAbort } from '#services/abort.ts';
import { checkoutTexts } from '#texts/checkout.ts';
import {
  asCollectJs,
  type CollectJs,
  collectOptions,
  type FieldLabels,
  type FieldStyles,
  gatewayLimit,
  readValidation,
} from './collect-js.ts';
import { createFieldElements, type FieldElements } from './field-elements.ts';
import { createFieldStates } from './field-states.ts';
import { type GatewaySettings, loadGatewayScript, readGatewayGlobal } from './script.ts';
import { createSubmissions } from './submissions.ts';

/** What the adapter uses of the browser's page. */
export interface GatewayPage {
  loadScript(settings: GatewaySettings): Promise<void>;
  /** The gateway's global, whatever it is. */
  readGlobal(): unknown;
  createElements(onMoved: () => void): FieldElements;
}

export interface CardFieldsOptions {
  readonly labels?: FieldLabels;
  /** How the inputs inside the iframes look; called at each mount. */
  readonly readStyles?: () => FieldStyles;
  readonly page?: GatewayPage;
}

/** Milliseconds that the fields may take to come, script and all. Shorter than the checkout waits. */
const mountLimit = 9_500;
/** Milliseconds until a request is given up for which not even the script's own time-out came. Shorter than the checkout waits. */
const tokenLimit = gatewayLimit + 3_000;

const browserPage: GatewayPage = {
  loadScript: loadGatewayScript,
  readGlobal: readGatewayGlobal,
  createElements: createFieldElements,
};

/** The gateway's answer to a request for a token. It also holds the masked card, which is not read. */
const responseSchema = v.object({ token: v.pipe(v.string(), v.nonEmpty()) });

/** A refusal, with the words of whoever refused. */
const refused = (name: CheckoutFailureName, words?: unknown) =>
  ({
    outcome: 'refused',
    failure: { name, message: words instanceof Error ? words.message : String(words ?? '') },
  }) as const;

/** One mount of the fields. Once it is closed, nothing can be paid with it. */
const createMount = () => {
  let isOpen = true;
  return {
    isOpen: () => isOpen,
    close() {
      isOpen = false;
    },
  };
};

type Mount = ReturnType<typeof createMount>;

/**
 * The gateway's card fields through Collect.js, as the checkout machine and its form use them. No card data passes through
 * here. It touches the page when it is used, not before. What a signal ends rejects with its reason.
 */
export const createCardFields = (
  settings: GatewaySettings,
  { labels = checkoutTexts.cardFields, readStyles = () => ({}), page = browserPage }: CardFieldsOptions = {},
) => {
  const states = createFieldStates();
  const elements = page.createElements(states.reportLost);
  const submissions = createSubmissions();
  let latest: Mount | null = null;

  /** Has the gateway draw its fields. Resolves when they can be typed into, rejects when it throws or the signal ends. */
  const draw = async (gateway: CollectJs, mount: Mount, signal: AbortSignal): Promise<void> => {
    const done = new AbortController();
    const loaded = elements.whenLoaded(AbortSignal.any([signal, done.signal]));
    const announced = new Promise<void>((resolve) => {
      const options = collectOptions(labels, readStyles(), {
        fieldsAvailableCallback: resolve,
        callback(response) {
          const read = v.safeParse(responseSchema, response);
          submissions.answered(
            read.success
              ? { outcome: 'tokenised', paymentToken: read.output.token }
              : refused('token-missing'),
          );
        },
        timeoutCallback: () => submissions.timedOut(refused('token-timeout')),
        validationCallback(...args) {
          const validation = readValidation(...args);
          if (validation === null || !mount.isOpen()) return;
          const { field, state } = validation;
          states.set(field, state);
          // A request for a token would now wait until the value is corrected, however long that takes.
          if (!state.valid) submissions.settle(refused('token-missing', state.message));
        },
      });
      gateway.configure(options);
    });
    try {
      await Promise.race([announced, loaded]);
    } finally {
      done.abort();
    }
  };

  /** Loads the gateway's script and draws the fields. A signal that ends is a refusal, too. */
  const loadAndDraw = async (mount: Mount, signal: AbortSignal): Promise<MountAnswer> => {
    try {
      await rejectOnAbort(page.loadScript(settings), signal);
    } catch (error) {
      return refused('system-not-ready', error);
    }
    try {
      await elements.whenAttached(signal);
      const gateway = asCollectJs(page.readGlobal());
      if (gateway === null) return refused('system-not-ready');
      if (!mount.isOpen()) return refused('form-unavailable');
      // A move into the view's containers, which is done, lost no field of this mount.
      states.reset();
      await draw(gateway, mount, signal);
      return { outcome: 'mounted' };
    } catch (error) {
      return refused('form-unavailable', error);
    }
  };

  return {
    attach: elements.attach,
    watch: states.watch,

    /** Loads the gateway's script and mounts empty fields. What an earlier mount still answers is dropped. */
    async mount(signal?: AbortSignal): Promise<MountAnswer> {
      latest?.close();
      submissions.settle(refused('token-missing'));
      const mount = createMount();
      latest = mount;
      const answer = await loadAndDraw(mount, abortAfter(mountLimit, signal));
      if (answer.outcome !== 'mounted') mount.close();
      signal?.throwIfAborted();
      return answer;
    },

    /** Turns what was typed into a single-use token. After one that was given up, the fields must be mounted anew. */
    async tokenise(signal?: AbortSignal): Promise<TokenAnswer> {
      const gateway = asCollectJs(page.readGlobal());
      const mount = latest;
      if (gateway === null || !mount?.isOpen()) return refused('system-not-ready');
      const ending = abortAfter(tokenLimit, signal);
      const settled = new AbortController();
      const giveUp = () => {
        mount.close();
        submissions.settle(refused('token-timeout'));
      };
      ending.addEventListener('abort', giveUp, { signal: settled.signal });
      const answered = new Promise<TokenAnswer>((resolve) => {
        submissions.begin(gateway.startPaymentRequest, resolve);
      });
      try {
        return await rejectOnAbort(answered, ending);
      } catch (error) {
        if (!ending.aborted) {
          submissions.settle(refused('start-failed'));
          return refused('start-failed', error);
        }
        signal?.throwIfAborted();
        return refused('token-timeout');
      } finally {
        settled.abort();
      }
    },
  };
};

export type CardFields = ReturnType<typeof createCardFields>;
