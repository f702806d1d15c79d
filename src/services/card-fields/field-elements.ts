import type { CardField } from '#machines/purchase/checkout.types.ts';
import { rejectOnAbort } from '#services/abort.ts';
import { checkoutTexts } from '#texts/checkout.ts';
import { cardFields, elementId, startElementId } from './collect-js.ts';

/** Adds a title for screen readers, which Collect.js's iframes lack. */
const nameFrames = (element: HTMLElement, title: string) => {
  for (const frame of element.querySelectorAll('iframe')) if (frame.title !== title) frame.title = title;
};

const createElement = (field: CardField): HTMLElement => {
  const element = document.createElement('div');
  const title = checkoutTexts.cardFields[field];
  element.id = elementId(field);
  new MutationObserver(() => nameFrames(element, title)).observe(element, {
    childList: true,
    subtree: true,
    attributeFilter: ['title'],
  });
  return element;
};

/** Creates Collect.js's pay button, hidden so that customers can't click it. */
const createStartElement = (): HTMLElement =>
  Object.assign(document.createElement('span'), { id: startElementId, hidden: true });

/** Creates the fields' elements. @param onMoved called when a field moves in the DOM, which clears it */
export const createFieldElements = (onMoved: () => void) => {
  const elements = new Map<CardField, HTMLElement>();
  const attached = new Set<CardField>();
  const placed = new Set<CardField>();
  const waiting = new Set<() => void>();

  const elementOf = (field: CardField): HTMLElement => {
    const element = elements.get(field) ?? createElement(field);
    elements.set(field, element);
    return element;
  };

  const checkAttached = () => {
    if (attached.size < cardFields.length) return;
    for (const resolve of waiting) resolve();
    waiting.clear();
  };

  /** Removes an unused element, which would keep the whole form in memory. */
  const releaseUnused = (field: CardField) => {
    if (attached.has(field)) return;
    elements.get(field)?.remove();
    elements.delete(field);
  };

  const frameLoaded = (field: CardField, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const onLoad = ({ target }: Event) => {
        if (target instanceof HTMLIFrameElement) resolve();
      };
      // An iframe's load event doesn't bubble, but ancestors can capture it.
      elementOf(field).addEventListener('load', onLoad, { capture: true, signal });
    });

  return {
    /** Attaches a field to its container. Pass null when the container unmounts. */
    attach(field: CardField, container: HTMLElement | null): void {
      if (container === null) {
        attached.delete(field);
        queueMicrotask(() => releaseUnused(field));
        return;
      }
      attached.add(field);
      const element = elementOf(field);
      if (element.parentNode !== container) {
        const isMove = placed.has(field);
        placed.add(field);
        // Remove the old iframe, because moving it would reload it for nothing.
        element.replaceChildren();
        container.append(element);
        if (field === 'number') container.append(createStartElement());
        if (isMove) onMoved();
      }
      checkAttached();
    },
    /** Removes the iframes that an earlier copy of the script created. */
    clear(): void {
      for (const element of elements.values()) element.replaceChildren();
    },
    focused: (): CardField | undefined =>
      cardFields.find((field) => elements.get(field)?.contains(document.activeElement)),
    /** Watches for focus entering an iframe, which blurs the window. Returns the unsubscribe function. */
    watchBlur(onBlur: () => void): () => void {
      window.addEventListener('blur', onBlur);
      return () => window.removeEventListener('blur', onBlur);
    },
    /** Resolves when every field has a container. Rejects with the signal's reason if aborted. */
    whenAttached(signal: AbortSignal): Promise<void> {
      const all = new Promise<void>((resolve) => waiting.add(resolve));
      checkAttached();
      return rejectOnAbort(all, signal);
    },
    /** Resolves when an iframe has loaded in every element after this call. */
    async whenLoaded(signal: AbortSignal): Promise<void> {
      await rejectOnAbort(Promise.all(cardFields.map((field) => frameLoaded(field, signal))), signal);
    },
  };
};
