import type { CardField } from '#machines/checkout.types.ts';

export const cardFields = ['ccnumber', 'ccexp', 'cvv'] as const satisfies readonly CardField[];

export const hostId = (field: CardField): string => `coffer-${field}`;

/** The nodes that the gateway's iframes live in. They are never made anew, wherever the view puts them. */
export interface CardFieldHosts {
  /** Puts a field into the view's container; null when the container is gone. */
  attach(field: CardField, container: HTMLElement | null): void;
  /** Resolves when every field has a container. Rejects with the signal's reason. */
  whenAttached(signal: AbortSignal): Promise<void>;
  /** Resolves when an iframe has loaded in every host, counted from this call. */
  whenLoaded(signal: AbortSignal): Promise<void>;
}

/** @param onMoved told when a host came into another container, which empties the gateway's iframe */
export const createHosts = (onMoved: () => void): CardFieldHosts => {
  const hosts = new Map<CardField, HTMLElement>();
  const containers = new Map<CardField, HTMLElement>();
  const attachListeners = new Set<() => void>();

  const hostOf = (field: CardField): HTMLElement => {
    const host = hosts.get(field) ?? document.createElement('div');
    host.id = hostId(field);
    hosts.set(field, host);
    return host;
  };

  return {
    attach(field, container) {
      if (container === null) {
        containers.delete(field);
        return;
      }
      containers.set(field, container);
      const host = hostOf(field);
      if (host.parentNode !== container) {
        const isMove = host.parentNode !== null;
        // Frames that come along would load again, only to be taken out by the next mounting.
        host.replaceChildren();
        container.append(host);
        if (isMove) onMoved();
      }
      for (const listener of attachListeners) listener();
    },
    whenAttached: (signal) =>
      untilTrue(signal, (check, stop) => {
        attachListeners.add(check);
        stop.addEventListener('abort', () => attachListeners.delete(check));
        return () => containers.size === cardFields.length;
      }),
    whenLoaded: (signal) =>
      untilTrue(signal, (check, stop) => {
        const loaded = new Set<CardField>();
        for (const field of cardFields) {
          const onLoad = ({ target }: Event) => {
            if (target instanceof HTMLIFrameElement) loaded.add(field);
            check();
          };
          // The load of a frame does not bubble, and can be captured.
          hostOf(field).addEventListener('load', onLoad, { capture: true, signal: stop });
        }
        return () => loaded.size === cardFields.length;
      }),
  };
};

/** Resolves as soon as the condition holds, checked now and at each `check()`; then, or with the signal, it stops. */
const untilTrue = (
  signal: AbortSignal,
  begin: (check: () => void, stop: AbortSignal) => () => boolean,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const stopping = new AbortController();
    const check = () => {
      if (!holds()) return;
      stopping.abort();
      resolve();
    };
    const holds = begin(check, stopping.signal);
    signal.addEventListener(
      'abort',
      () => {
        stopping.abort();
        reject(signal.reason);
      },
      { signal: stopping.signal },
    );
    if (signal.aborted) reject(signal.reason);
    else check();
  });
