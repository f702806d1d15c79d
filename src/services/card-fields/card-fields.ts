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

/** How long loading the script and the fields can take, in ms. Less than the checkout machine's limit. */
const mountLimit = 9_500;
/** Fallback for the script's own timeout, in ms. Less than the checkout machine's limit. */
const tokenLimit = gatewayLimit + 3_000;

/** The page's functions that the fields use. Tests replace them. */
const browserPage = {
  loadScript: loadGatewayScript,
  readGlobal: readGatewayGlobal,
  discardScript: discardGatewayScript,
  createElements: createFieldElements,
};
export type GatewayPage = typeof browserPage;

export interface CardFieldsOptions {
  /** Returns styles for the inputs inside the iframes. Called at each mount. */
  readonly readStyles?: () => FieldStyles;
  readonly page?: GatewayPage;
}

/** The response also contains the masked card, which we don't read. */
const responseSchema = v.object({ token: v.pipe(v.string(), v.nonEmpty()) });

const refused = (name: CheckoutFailureName, error?: unknown) =>
  ({
    outcome: 'refused',
    failure: { name, message: error instanceof Error ? error.message : String(error ?? '') },
  }) as const;

/** One mount of the fields. It closes when it fails or a newer mount replaces it. */
interface Mount {
  isOpen: boolean;
}

const createScriptState = () => ({
  submissions: createSubmissions(),
  checks: createFieldChecks(),
  /** Whether this copy of the script is unusable, for example after a timeout. The next mount replaces it. */
  isDead: false,
});

/** Creates the adapter for the gateway's card fields (Collect.js). Card data never passes through it. */
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

  /** Resolves when customers can type. Rejects if the gateway throws or the signal aborts. */
  const draw = async (gateway: CollectJs, mount: Mount, signal: AbortSignal): Promise<void> => {
    const { submissions, checks } = script;
    const done = new AbortController();
    const loaded = elements.whenLoaded(anySignal(signal, done.signal));
    const announced = new Promise<void>((resolve) => {
      const options = collectOptions(readStyles(), {
        fieldsAvailableCallback: resolve,
        callback(response) {
          const read = v.safeParse(responseSchema, response);
          // A token implies a valid card, even if the gateway never reported each field as valid.
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
          // When focus moves between iframes, the page gets no blur event. The gateway then validates the
          // field that lost focus.
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

  /** Resolves with a refusal if anything fails, even if the signal aborts. */
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
      // Moves before this point don't matter, because the fields of this mount aren't drawn yet.
      states.reset();
      await draw(gateway, mount, signal);
      return { outcome: 'mounted' };
    } catch (error) {
      return refused('form-unavailable', error);
    }
  };

  return {
    attach: elements.attach,
    /** Sends the fields' current states, then each change. Returns the unsubscribe function. */
    watch(send: (event: CardFieldEvent) => void): () => void {
      const stops = [states.watch(send), elements.watchBlur(enterFocused)];
      return () => {
        for (const stop of stops) stop();
      };
    },

    /** Preloads the gateway's script, unless `mount` must replace it. If this fails, `mount` tries again. */
    warmUp(): void {
      if (!script.isDead) page.loadScript(settings).catch(() => undefined);
    },

    /** Mounts empty fields. Later reports from an earlier mount are ignored. */
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

    /** Requests a single-use token. After a `token-timeout`, call `mount` before the next request. */
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
