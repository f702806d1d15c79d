/**
 * What a visitor wanted of a page that was painted before the app was there: a form sent, a control pressed, or one that is
 * still held down.
 */
export type EarlyIntent =
  | { readonly kind: 'submit'; readonly target: HTMLFormElement }
  | { readonly kind: 'click'; readonly target: HTMLElement }
  | { readonly kind: 'press'; readonly target: HTMLElement; readonly begun: PointerEvent };

declare global {
  interface Window {
    /** Ends the recording of a prerendered page, and answers with the last intent. */
    takeEarlyIntent?: () => EarlyIntent | null;
  }
}

/** Lets the page act without the recording from now on. Answers with what the visitor wanted before. */
export const endEarlyIntent = (): EarlyIntent | null => {
  const intent = window.takeEarlyIntent?.() ?? null;
  delete window.takeEarlyIntent;
  return intent;
};

const controls = 'a, button, input';

const isField = (element: Element): element is HTMLInputElement => element instanceof HTMLInputElement;

/** The kind of a control and its words, by which another one is known to be the same. */
const nameOf = (control: Element): string =>
  [
    control.localName,
    control.getAttribute('aria-label') ?? (isField(control) ? control.name : control.textContent?.trim()),
  ].join();

const kindOf = ({ localName }: Element) => localName;

const canBePressed = (control: Element) => !control.matches(':disabled, [aria-disabled="true"]');

/** Pixels that a pointer may move between its press and its release for these to be a tap. */
const farthestTap = 10;

const isChanged = (field: HTMLInputElement) =>
  field.value !== field.defaultValue || field.checked !== field.defaultChecked;

const copyValue = (from: HTMLInputElement, to: HTMLInputElement) => {
  if (from.value !== from.defaultValue) to.value = from.value;
  to.checked = from.checked;
  to.dispatchEvent(new Event('input', { bubbles: true }));
};

const moveFocus = (from: Element, to: HTMLElement) => {
  to.focus({ preventScroll: true });
  // Fields for an email have no selection that can be read.
  if (isField(from) && isField(to) && from.selectionStart !== null)
    to.setSelectionRange(from.selectionStart, from.selectionEnd, from.selectionDirection ?? 'none');
};

/** Does what is left to do, as soon as the page is live. */
let answerEarlyPage: (() => void) | null = null;

/**
 * Called when the page is live: performs what the visitor asked for before. If it ran earlier, the browser itself would submit
 * the form.
 */
export const markPageLive = (): void => answerEarlyPage?.();

/**
 * Follows a prerendered page while the app takes it over. Where the app renders elements of its own in place of those that
 * stand there, they get what was typed, the focus and the selection before they are painted; and what the visitor pressed
 * last is pressed once the app's own control stands, however late its code comes. A newer input of the visitor or another
 * page cancels that.
 */
export const followEarlyPage = (container: HTMLElement): void => {
  const { pathname } = location;
  const findControls = () => [...container.querySelectorAll<HTMLElement>(controls)];
  const early = findControls();
  const heading = container.querySelector('h1');
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  let focused = document.activeElement;
  let isLive = false;
  let hasBegun = false;
  /** Each is tried until it says that it is done. */
  let tasks: readonly (() => boolean)[] = [];

  /** The control that stands for an early one now, if one does: by its name, or by its place where a translator changed its words. */
  const currentOf = (control: HTMLElement): HTMLElement | undefined => {
    if (control.isConnected) return control;
    const current = findControls();
    const isSame = (other: Element) => nameOf(other) === nameOf(control);
    const same = current.filter(isSame);
    const named = same[early.filter(isSame).indexOf(control)] ?? same[0];
    // Translators put their words into `font` elements.
    if (named !== undefined || control.querySelector('font') === null) return named;
    const place = early.indexOf(control);
    const kindsBefore = (list: readonly HTMLElement[]) => `${list.slice(0, place + 1).map(kindOf)}`;
    return kindsBefore(early) === kindsBefore(current) ? current[place] : undefined;
  };

  const carryFocus = () => {
    if (!(focused instanceof HTMLElement) || focused.isConnected) return true;
    if (document.activeElement !== document.body) return true;
    const current = currentOf(focused);
    if (current !== undefined) moveFocus(focused, current);
    return current !== undefined;
  };

  const carryIntent = (intent: EarlyIntent | null) => (): boolean => {
    if (intent === null) return true;
    if (!isLive || intent.kind === 'press') return false;
    if (intent.kind === 'submit') {
      const form = intent.target.isConnected ? intent.target : container.querySelector('form');
      form?.requestSubmit();
      return true;
    }
    const current = currentOf(intent.target);
    if (current === undefined || !canBePressed(current)) return false;
    current.click();
    return true;
  };

  /** A press that began on an element which was replaced since is no click for the browser. */
  const finishPress = (target: HTMLElement, begun: PointerEvent) => {
    document.addEventListener(
      'pointerup',
      ({ clientX, clientY }) => {
        const distance = Math.hypot(clientX - begun.clientX, clientY - begun.clientY);
        if (target.isConnected || distance > farthestTap) end();
        else tasks = [carryIntent({ kind: 'click', target })];
        carry();
      },
      options,
    );
    document.addEventListener('pointercancel', end, options);
  };

  /** The browser's own click that ends such a press is on no control. */
  const cancelByClick = ({ isTrusted, target }: Event) => {
    if (isTrusted && target instanceof Element && target.closest(controls) !== null) end();
  };

  const begin = () => {
    hasBegun = true;
    const intent = endEarlyIntent();
    const fields = early.filter(isField).filter((field) => !field.isConnected && isChanged(field));
    const carryField = (field: HTMLInputElement) => () => {
      const current = currentOf(field);
      if (current !== undefined && isField(current)) copyValue(field, current);
      return current !== undefined;
    };
    tasks = [...fields.map(carryField), carryFocus, carryIntent(intent)];
    if (intent?.kind === 'press') finishPress(intent.target, intent.begun);
    document.addEventListener('keydown', ({ repeat }) => repeat || end(), options);
    document.addEventListener('click', cancelByClick, options);
  };

  const carry = () => {
    if (location.pathname !== pathname) end();
    else if (isLive || !heading?.isConnected) {
      if (!hasBegun) begin();
      tasks = tasks.filter((isDone) => !isDone());
      if (tasks.length === 0) end();
    }
  };

  const observer = new MutationObserver(carry);
  const end = () => {
    observer.disconnect();
    listening.abort();
    tasks = [];
    endEarlyIntent();
    answerEarlyPage = null;
  };

  container.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element && early.some((control) => control === target)) focused = target;
    },
    options,
  );
  observer.observe(container, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'aria-disabled'],
  });
  answerEarlyPage = () => {
    isLive = true;
    carry();
  };
};
