import * as v from 'valibot';
import type { CheckoutFailureName, MountAnswer, TokenAnswer } from '#machines/checkout.types.ts';
import { abortAfter, anySignal, rejectOnAbort } from '#services/abort.ts';
import { checkoutTexts } from '#texts/checkout.ts';
import {
  asCollectJs,
  type CollectJs,
  cardFields,
  collectOptions,
  type FieldLabels,
  type FieldStyles,
  gatewayLimit,
  readValidation,
} from './collect-js.ts';
import { createFieldChecks } from './field-checks.ts';
import { createFieldElements, type FieldElements } from './field-elements.ts';
import { type CardFieldEvent, createFieldStates } from './field-states.ts';
import {
  discardGatewayScript,
  type GatewaySettings,
  loadGatewayScript,
  readGatewayGlobal,
} from './script.ts';
import { createSubmissions } from './submissions.ts';

/** What the adapter uses of the browser's page. */
export interface GatewayPage {
  loadScript(settings: GatewaySettings): Promise<void>;
  /** The gateway's global, whatever it is. */
  readGlobal(): unknown;
  /** Takes the script out of the page, so that the next load brings a new copy. */
  discardScript(): void;
  createElements(onMoved: () => void, titles: FieldLabels): FieldElements;
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
  discardScript: discardGatewayScript,
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

/** What is known of one copy of the gateway's script. */
const createScriptState = () => ({
  submissions: createSubmissions(),
  checks: createFieldChecks(),
  /** It fetches one token, when it loads, and stays in a submission that it lost: after that only a new copy helps. */
  isDead: false,
});

const isTimeout = (answer: TokenAnswer): boolean =>
  answer.outcome === 'refused' && answer.failure.name === 'token-timeout';

/**
 * The gateway's card fields through Collect.js, as the checkout machine and its form use them. No card data passes through
 * here. It touches the page when it is used, not before. What a signal ends rejects with its reason.
 */
export const createCardFields = (
  settings: GatewaySettings,
  { labels = checkoutTexts.cardFields, readStyles = () => ({}), page = browserPage }: CardFieldsOptions = {},
) => {
  const states = createFieldStates();
  const elements = page.createElements(states.reportLost, labels);
  let script = createScriptState();
  let latest: Mount | null = null;

  const enterFocused = () => {
    const field = elements.focused();
    if (field !== undefined) states.enter(field);
  };

  /** Replaces a script that is of no more use. What the old one still calls back is dropped. */
  const replaceScript = () => {
    page.discardScript();
    elements.clear();
    script = createScriptState();
  };

  /** Has the gateway draw its fields. Resolves when they can be typed into, rejects when it throws or the signal ends. */
  const draw = async (gateway: CollectJs, mount: Mount, signal: AbortSignal): Promise<void> => {
    const { submissions, checks } = script;
    const done = new AbortController();
    const loaded = elements.whenLoaded(anySignal(signal, done.signal));
    const announced = new Promise<void>((resolve) => {
      const options = collectOptions(labels, readStyles(), {
        fieldsAvailableCallback: resolve,
        callback(response) {
          const read = v.safeParse(responseSchema, response);
          // The gateway makes a token of a valid card only, whether or not it has called each field valid.
          if (read.success && mount.isOpen())
            for (const field of cardFields) states.set(field, { valid: true, message: '' });
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
          // From frame to frame the focus moves unseen: the field that was left is checked then.
          if (!checks.areAsked() && elements.focused() !== field) enterFocused();
          checks.heard(field, state);
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
    /** Sends what {@link createFieldStates} tells, while the fields are used. Returns the unsubscribe function. */
    watch(send: (event: CardFieldEvent) => void): () => void {
      const stops = [states.watch(send), elements.watchBlur(enterFocused)];
      return () => {
        for (const stop of stops) stop();
      };
    },

    /** Loads the gateway's script ahead of the mount, which tries again where that fails. */
    warmUp(): void {
      page.loadScript(settings).catch(() => undefined);
    },

    /** Loads the gateway's script and mounts empty fields. What an earlier mount still answers is dropped. */
    async mount(signal?: AbortSignal): Promise<MountAnswer> {
      latest?.close();
      script.submissions.settle(refused('token-missing'));
      if (script.isDead) replaceScript();
      const mount = createMount();
      latest = mount;
      const own = script;
      const answer = await loadAndDraw(mount, abortAfter(mountLimit, signal));
      signal?.throwIfAborted();
      if (answer.outcome !== 'mounted') {
        mount.close();
        own.isDead = true;
      }
      return answer;
    },

    /**
     * Has the gateway check every field, also those it has not reported on, and turn the card into a single-use token. Refused
     * as `card-incomplete` where it calls a field wrong. After `token-timeout` the fields must be mounted again.
     */
    async tokenise(signal?: AbortSignal): Promise<TokenAnswer> {
      const gateway = asCollectJs(page.readGlobal());
      const mount = latest;
      const own = script;
      if (gateway === null || !mount?.isOpen()) return refused('system-not-ready');
      const startedAt = performance.now();
      const ending = abortAfter(tokenLimit, signal);
      const answered = new Promise<TokenAnswer>((resolve) => {
        own.checks.begin((message) => own.submissions.settle(refused('card-incomplete', message)));
        own.submissions.begin(gateway.startPaymentRequest, resolve);
      });
      try {
        const answer = await rejectOnAbort(answered, ending);
        if (isTimeout(answer)) own.isDead = true;
        return answer;
      } catch (error) {
        own.submissions.settle(refused('token-missing'));
        if (!ending.aborted) return refused('start-failed', error);
        own.isDead = performance.now() - startedAt >= gatewayLimit || signal?.aborted !== true;
        signal?.throwIfAborted();
        mount.close();
        return refused('token-timeout');
      } finally {
        own.checks.end();
      }
    },
  };
};

export type CardFields = ReturnType<typeof createCardFields>;
