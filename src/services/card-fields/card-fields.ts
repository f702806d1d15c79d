import * as v from 'valibot';
import type { CheckoutFailureName, MountResult, TokenResult } from '#machines/purchase/checkout.types.ts';
import { abortAfter, anySignal, rejectOnAbort } from '#services/abort.ts';
import {
  asCollectJs,
  type CollectJs,
  cardFields,
  collectOptions,
  type FieldStyles,
  gatewayLimit,
  readValidation,
} from './collect-js.ts';
import { createFieldElements } from './field-elements.ts';
import { type CardFieldEvent, createFieldChecks, createFieldStates } from './field-states.ts';
import {
  discardGatewayScript,
  type GatewaySettings,
  loadGatewayScript,
  readGatewayGlobal,
} from './script.ts';
import { createSubmissions } from './submissions.ts';

/** Milliseconds to load the script and show the fields. Shorter than the checkout machine's limit. */
const mountLimit = 9_500;
/** Milliseconds. A fallback for the script's own timeout, and shorter than the checkout machine's limit. */
const tokenLimit = gatewayLimit + 3_000;

/** What the fields need from the page. */
const browserPage = {
  loadScript: loadGatewayScript,
  readGlobal: readGatewayGlobal,
  discardScript: discardGatewayScript,
  createElements: createFieldElements,
};
export type GatewayPage = typeof browserPage;

export interface CardFieldsOptions {
  /** Styles for the inputs inside the iframes; called at each mount. */
  readonly readStyles?: () => FieldStyles;
  readonly page?: GatewayPage;
}

/** The response also has the masked card; we don't read it. */
const responseSchema = v.object({ token: v.pipe(v.string(), v.nonEmpty()) });

const refused = (name: CheckoutFailureName, error?: unknown) =>
  ({
    outcome: 'refused',
    failure: { name, message: error instanceof Error ? error.message : String(error ?? '') },
  }) as const;

/** Closed once another one replaces it, or it fails. */
interface Mount {
  isOpen: boolean;
}

const createScriptState = () => ({
  submissions: createSubmissions(),
  checks: createFieldChecks(),
  /** True until a new copy loads: a copy makes no second token, and a failed submission blocks it. */
  isDead: false,
});

/** The gateway's card fields (Collect.js). Card data never passes through here. */
export const createCardFields = (
  settings: GatewaySettings,
  { readStyles = () => ({}), page = browserPage }: CardFieldsOptions = {},
) => {
  const states = createFieldStates();
  const elements = page.createElements(states.reportLost);
  let script = createScriptState();
  let latest: Mount = { isOpen: false };

  const enterFocused = () => {
    const field = elements.focused();
    if (field !== undefined) states.enter(field);
  };

  const replaceScript = () => {
    page.discardScript();
    elements.clear();
    script = createScriptState();
  };

  /** Resolves when customers can type. Rejects when the gateway throws or the signal aborts. */
  const draw = async (gateway: CollectJs, mount: Mount, signal: AbortSignal): Promise<void> => {
    const { submissions, checks } = script;
    const done = new AbortController();
    const loaded = elements.whenLoaded(anySignal(signal, done.signal));
    const announced = new Promise<void>((resolve) => {
      const options = collectOptions(readStyles(), {
        fieldsAvailableCallback: resolve,
        callback(response) {
          const read = v.safeParse(responseSchema, response);
          // The gateway only makes tokens for valid cards, even if it never reported each field as valid.
          if (read.success && mount.isOpen)
            for (const field of cardFields) states.set(field, { valid: true, message: '' });
          submissions.answered(
            read.success
              ? { outcome: 'tokenized', paymentToken: read.output.token }
              : refused('token-missing'),
          );
        },
        timeoutCallback: () => submissions.timedOut(refused('token-timeout')),
        validationCallback(...args) {
          const validation = readValidation(...args);
          if (validation === null || !mount.isOpen) return;
          const { field, state } = validation;
          states.set(field, state);
          // When focus moves between iframes, we see no blur. The gateway then validates the field that lost
          // focus.
          if (!checks.areAwaited() && elements.focused() !== field) enterFocused();
          checks.report(field, state);
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

  /** An aborted signal is a refusal, too. */
  const loadAndDraw = async (mount: Mount, signal: AbortSignal): Promise<MountResult> => {
    try {
      await rejectOnAbort(page.loadScript(settings), signal);
    } catch (error) {
      return refused('system-not-ready', error);
    }
    try {
      await elements.whenAttached(signal);
      const gateway = asCollectJs(page.readGlobal());
      if (gateway === null) return refused('system-not-ready');
      if (!mount.isOpen) return refused('form-unavailable');
      // Attaching is done, so a move into the view's containers lost no field of this mount.
      states.reset();
      await draw(gateway, mount, signal);
      return { outcome: 'mounted' };
    } catch (error) {
      return refused('form-unavailable', error);
    }
  };

  return {
    attach: elements.attach,
    /** Sends field events, as {@link createFieldStates} does. Returns the unsubscribe function. */
    watch(send: (event: CardFieldEvent) => void): () => void {
      const stops = [states.watch(send), elements.watchBlur(enterFocused)];
      return () => {
        for (const stop of stops) stop();
      };
    },

    /** If this fails, `mount` tries again. Leaves the copy after a dead one to `mount`, too. */
    warmUp(): void {
      if (!script.isDead) page.loadScript(settings).catch(() => undefined);
    },

    /** Mounts empty fields. Ignores what an earlier mount still reports. */
    async mount(signal?: AbortSignal): Promise<MountResult> {
      latest.isOpen = false;
      script.submissions.settle(refused('token-missing'));
      if (script.isDead) replaceScript();
      const mount = { isOpen: true };
      latest = mount;
      const own = script;
      const result = await loadAndDraw(mount, abortAfter(mountLimit, signal));
      signal?.throwIfAborted();
      if (result.outcome !== 'mounted') {
        mount.isOpen = false;
        own.isDead = true;
      }
      return result;
    },

    /** Gets a single-use token, or `card-incomplete`. After `token-timeout`, mount again. */
    async tokenize(signal?: AbortSignal): Promise<TokenResult> {
      const gateway = asCollectJs(page.readGlobal());
      const mount = latest;
      const own = script;
      if (gateway === null || !mount.isOpen) return refused('system-not-ready');
      const startedAt = performance.now();
      const ending = abortAfter(tokenLimit, signal);
      const settled = new Promise<TokenResult>((resolve) => {
        own.checks.begin((message) => own.submissions.settle(refused('card-incomplete', message)));
        own.submissions.begin(gateway.startPaymentRequest, resolve);
      });
      try {
        const result = await rejectOnAbort(settled, ending);
        if (result.outcome === 'refused' && result.failure.name === 'token-timeout') own.isDead = true;
        return result;
      } catch (error) {
        own.submissions.settle(refused('token-missing'));
        if (!ending.aborted) return refused('start-failed', error);
        own.isDead = performance.now() - startedAt >= gatewayLimit || signal?.aborted !== true;
        signal?.throwIfAborted();
        mount.isOpen = false;
        return refused('token-timeout');
      } finally {
        own.checks.end();
      }
    },
  };
};

export type CardFields = ReturnType<typeof createCardFields>;
