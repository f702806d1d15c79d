/** A visitor's last action before the app loaded: a form submit, a click, or a press that is still down. */
export type EarlyIntent =
  | { readonly kind: 'submit'; readonly target: HTMLFormElement }
  | { readonly kind: 'click'; readonly target: HTMLElement }
  | { readonly kind: 'press'; readonly target: HTMLElement; readonly begun: PointerEvent };

declare global {
  interface Window {
    /** Stops a prerendered page's recording and returns the last intent. */
    takeEarlyIntent?: () => EarlyIntent | null;
  }
}

/** Stops the recording, so that the page acts on its own, and returns the last intent. */
export const endEarlyIntent = (): EarlyIntent | null => {
  const intent = window.takeEarlyIntent?.() ?? null;
  delete window.takeEarlyIntent;
  return intent;
};

const controls = 'a, button, input';

const isField = (element: Element): element is HTMLInputElement => element instanceof HTMLInputElement;

/** Identifies a control by its kind and its text. */
const nameOf = (control: Element): string =>
  [
    control.localName,
    control.getAttribute('aria-label') ?? (isField(control) ? control.name : control.textContent?.trim()),
  ].join();

const kindOf = ({ localName }: Element) => localName;

const canBePressed = (control: Element) => !control.matches(':disabled, [aria-disabled="true"]');

/** A tap is a press that moves at most this many pixels. */
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
  // Email fields have no readable selection.
  if (isField(from) && isField(to) && from.selectionStart !== null)
    to.setSelectionRange(from.selectionStart, from.selectionEnd, from.selectionDirection ?? 'none');
};

/** Performs the pending tasks when the page is live. */
let answerEarlyPage: (() => void) | null = null;

/** Performs the visitor's pending action. Any earlier, the browser itself would submit the form. */
export const markPageLive = (): void => answerEarlyPage?.();

/**
 * Hands over typed values, focus and selection from a prerendered page's elements to the app's.
 * It repeats the last press when its control is ready, unless newer input or another page cancels it.
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
  /** Each task repeats until it returns true. */
  let tasks: readonly (() => boolean)[] = [];

  /** The control that replaced an early one, found by name or, on a translated page, by position. */
  const currentOf = (control: HTMLElement): HTMLElement | undefined => {
    if (control.isConnected) return control;
    const current = findControls();
    const isSame = (other: Element) => nameOf(other) === nameOf(control);
    const same = current.filter(isSame);
    const named = same[early.filter(isSame).indexOf(control)] ?? same[0];
    // Translators wrap text in `font` elements.
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

  /** Browsers fire no click for a press whose element was replaced or has moved. */
  const finishPress = (target: HTMLElement, begun: PointerEvent) => {
    document.addEventListener(
      'pointerup',
      ({ clientX, clientY, target: below }) => {
        const distance = Math.hypot(clientX - begun.clientX, clientY - begun.clientY);
        if (distance > farthestTap || (below instanceof Node && target.contains(below))) end();
        else tasks = [carryIntent({ kind: 'click', target })];
        carry();
      },
      options,
    );
    document.addEventListener('pointercancel', end, options);
  };

  /** Such a press's native click is never on a control, so it doesn't cancel. */
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
