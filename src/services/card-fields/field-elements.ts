import type { CardField } from '#machines/checkout.types.ts';
import { rejectOnAbort } from '#services/abort.ts';
import { cardFields, elementId } from './collect-js.ts';

/**
 * The elements that the gateway's iframes live in. They are never made anew, wherever the view puts them.
 *
 * @param onMoved called when an element came into another container, which empties the gateway's iframe
 */
export const createFieldElements = (onMoved: () => void) => {
  const elements = new Map<CardField, HTMLElement>();
  const containers = new Map<CardField, HTMLElement>();
  const waiting = new Set<() => void>();

  const elementOf = (field: CardField): HTMLElement => {
    const element = elements.get(field) ?? document.createElement('div');
    element.id = elementId(field);
    elements.set(field, element);
    return element;
  };

  const checkAttached = () => {
    if (containers.size < cardFields.length) return;
    for (const resolve of waiting) resolve();
    waiting.clear();
  };

  const frameLoaded = (field: CardField, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const onLoad = ({ target }: Event) => {
        if (target instanceof HTMLIFrameElement) resolve();
      };
      // The load of a frame does not bubble, and can be captured.
      elementOf(field).addEventListener('load', onLoad, { capture: true, signal });
    });

  return {
    /** Puts a field into the view's container; null when the container is gone. */
    attach(field: CardField, container: HTMLElement | null): void {
      if (container === null) {
        containers.delete(field);
        return;
      }
      containers.set(field, container);
      const element = elementOf(field);
      if (element.parentNode !== container) {
        const isMove = element.parentNode !== null;
        // Frames that come along would load again, only to be taken out by the next mounting.
        element.replaceChildren();
        container.append(element);
        if (isMove) onMoved();
      }
      checkAttached();
    },
    /** Resolves when every field has a container. Rejects with the signal's reason. */
    whenAttached(signal: AbortSignal): Promise<void> {
      const attached = new Promise<void>((resolve) => waiting.add(resolve));
      checkAttached();
      return rejectOnAbort(attached, signal);
    },
    /** Resolves when an iframe has loaded in every element since this call. Rejects with the signal's reason. */
    async whenLoaded(signal: AbortSignal): Promise<void> {
      await rejectOnAbort(Promise.all(cardFields.map((field) => frameLoaded(field, signal))), signal);
    },
  };
};

export type FieldElements = ReturnType<typeof createFieldElements>;
