import type { CardField } from '#machines/checkout.types.ts';
import { rejectOnAbort } from '#services/abort.ts';
import { cardFields, elementId, type FieldLabels, startElementId } from './collect-js.ts';

/** Gives a frame of the gateway its accessible name: its script gives it none. */
const nameFrames = (element: HTMLElement, title: string) => {
  for (const frame of element.querySelectorAll('iframe')) if (frame.title !== title) frame.title = title;
};

/** An element that a frame of the gateway lives in. */
const createElement = (field: CardField, title: string): HTMLElement => {
  const element = document.createElement('div');
  element.id = elementId(field);
  new MutationObserver(() => nameFrames(element, title)).observe(element, {
    childList: true,
    subtree: true,
    attributeFilter: ['title'],
  });
  return element;
};

/** What the script takes for the button that pays: hidden, so that nothing clicks it. */
const createStartElement = (): HTMLElement => {
  const element = document.createElement('span');
  element.id = startElementId;
  element.hidden = true;
  return element;
};

/**
 * The elements that the gateway's iframes live in. An element lasts as long as the view has a container for it.
 *
 * @param onMoved called when a field came into another container, which empties the gateway's iframe
 * @param titles the accessible names of the frames
 */
export const createFieldElements = (onMoved: () => void, titles: FieldLabels) => {
  const elements = new Map<CardField, HTMLElement>();
  const containers = new Map<CardField, HTMLElement>();
  /** Those that had a container before. */
  const placed = new Set<CardField>();
  const waiting = new Set<() => void>();

  const elementOf = (field: CardField): HTMLElement => {
    const element = elements.get(field) ?? createElement(field, titles[field]);
    elements.set(field, element);
    return element;
  };

  const checkAttached = () => {
    if (containers.size < cardFields.length) return;
    for (const resolve of waiting) resolve();
    waiting.clear();
  };

  /** Lets an element go that no container has taken again. It would keep the whole form in memory. */
  const releaseUnused = (field: CardField) => {
    if (containers.has(field)) return;
    elements.get(field)?.remove();
    elements.delete(field);
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
        queueMicrotask(() => releaseUnused(field));
        return;
      }
      containers.set(field, container);
      const element = elementOf(field);
      if (element.parentNode !== container) {
        const isMove = placed.has(field);
        placed.add(field);
        // Frames that come along would load again, only to be taken out by the next mounting.
        element.replaceChildren();
        container.append(element);
        if (field === 'ccnumber') container.append(createStartElement());
        if (isMove) onMoved();
      }
      checkAttached();
    },
    /** Takes the frames out of the elements: those of another copy of the script are drawn next. */
    clear(): void {
      for (const element of elements.values()) element.replaceChildren();
    },
    /** The field whose frame has the focus, or undefined. */
    focused: (): CardField | undefined =>
      cardFields.find((field) => elements.get(field)?.contains(document.activeElement)),
    /** Calls when the page loses the focus, which is all that it sees of one that enters a frame. Returns the way to stop it. */
    watchBlur(onBlur: () => void): () => void {
      window.addEventListener('blur', onBlur);
      return () => window.removeEventListener('blur', onBlur);
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
