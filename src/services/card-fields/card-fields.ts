import type { CardField, MountAnswer, TokenAnswer } from '#machines/checkout.types.ts';
import { checkoutTexts } from '#texts/checkout.ts';
import { asCollectJs, type FieldStyles } from './collect-js.ts';
import { endingAfter, unlessAborted } from './ending.ts';
import { type CardFieldEvent, createFieldStates } from './field-states.ts';
import { createGenerations } from './generations.ts';
import { type CardFieldHosts, createHosts } from './hosts.ts';
import { mountFields } from './mounting.ts';
import { type FieldLabels, gatewayLimit } from './options.ts';
import { refused } from './responses.ts';
import { type GatewaySettings, loadGatewayScript, readGatewayGlobal } from './script.ts';

/**
 * The gateway's card fields, as the checkout machine and its form use them. No card data passes through here. What a
 * signal ends rejects with its reason.
 */
export interface CardFields {
  /** Puts a field into the view's container; null when the container is gone. */
  attach(field: CardField, container: HTMLElement | null): void;
  /** Loads the gateway's script and mounts empty fields. What an earlier mounting still answers is dropped. */
  mount(signal?: AbortSignal): Promise<MountAnswer>;
  /** Tells the state of every field at once, or that they are lost, then each change. Answers with how to stop. */
  watch(send: (event: CardFieldEvent) => void): () => void;
  /** Turns what was typed into a single-use token. After one that was given up, the fields must be mounted anew. */
  tokenise(signal?: AbortSignal): Promise<TokenAnswer>;
}

/** What of the browser's page the adapter works on. */
export interface GatewayPage {
  loadScript(settings: GatewaySettings): Promise<void>;
  /** The gateway's global, whatever it is. */
  readGlobal(): unknown;
  createHosts(onMoved: () => void): CardFieldHosts;
}

export interface CardFieldsOptions {
  /** The accessible names of the gateway's iframes. */
  readonly labels?: FieldLabels;
  /** How the inputs inside them look; asked at each mounting. */
  readonly readStyles?: () => FieldStyles;
  readonly page?: GatewayPage;
}

/** Milliseconds that the fields may take to come, script and all. Shorter than the checkout waits. */
const mountLimit = 9_500;
/** Milliseconds until a request is given up for which not even the gateway's own time-out came. */
const tokenLimit = gatewayLimit + 5_000;

const browserPage: GatewayPage = {
  loadScript: loadGatewayScript,
  readGlobal: readGatewayGlobal,
  createHosts,
};

/** Makes the adapter over Collect.js. It touches the page when it is used, not before. */
export const createCardFields = (
  settings: GatewaySettings,
  { labels = checkoutTexts.cardFields, readStyles = () => ({}), page = browserPage }: CardFieldsOptions = {},
): CardFields => {
  const { loadScript, readGlobal } = page;
  const states = createFieldStates();
  const generations = createGenerations();
  const hosts = page.createHosts(states.lose);

  return {
    attach: hosts.attach,
    watch: states.watch,

    async mount(signal) {
      const generation = generations.begin();
      const parts = { settings, labels, readStyles, hosts, states, loadScript, readGlobal };
      const answer = await mountFields(parts, generation, endingAfter(mountLimit, signal));
      if (answer.outcome !== 'mounted') generation.close();
      signal?.throwIfAborted();
      return answer;
    },

    async tokenise(signal) {
      const gateway = asCollectJs(readGlobal());
      const generation = generations.current();
      if (gateway === null || generation === null) return refused('system-not-ready');
      const ending = endingAfter(tokenLimit, signal);
      const settled = new AbortController();
      ending.addEventListener('abort', generation.close, { signal: settled.signal });
      const answered = new Promise<TokenAnswer>((resolve) => {
        generation.expect(resolve);
        gateway.startPaymentRequest();
      });
      try {
        return await unlessAborted(answered, ending);
      } catch (error) {
        if (!ending.aborted) return refused('start-failed', error);
        signal?.throwIfAborted();
        return refused('token-timeout');
      } finally {
        settled.abort();
      }
    },
  };
};
