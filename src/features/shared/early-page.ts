/** A visitor's last action before the app loaded: a form submit, a click, or a press that is still down. */
export type EarlyIntent =
  | { readonly kind: 'submit'; readonly target: HTMLFormElement }
  | { readonly kind: 'click'; readonly target: HTMLElement }
  | { readonly kind: 'press'; readonly target: HTMLElement; readonly begun: PointerEvent };

declare global {
  interface Window {
    /** Stops recording on a prerendered page and returns the last intent. */
    takeEarlyIntent?: () => EarlyIntent | null;
  }
}

/** Stops recording, so that events aren't intercepted anymore, and returns the last intent. */
export const endEarlyIntent = (): EarlyIntent | null => {
  const intent = window.takeEarlyIntent?.() ?? null;
  delete window.takeEarlyIntent;
  return intent;
};

const controls = 'a, button, input';

const isField = (element: Element): element is HTMLInputElement => element instanceof HTMLInputElement;

/** Returns a control's element name and label, which identify the control. */
const nameOf = (control: Element): string =>
  [
    control.localName,
    control.getAttribute('aria-label') ?? (isField(control) ? control.name : control.textContent?.trim()),
  ].join();

const kindOf = ({ localName }: Element) => localName;

/** Maximum distance that a pointer moves during a tap, in px. */
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
  // Email fields don't expose their selection.
  if (isField(from) && isField(to) && from.selectionStart !== null)
    to.setSelectionRange(from.selectionStart, from.selectionEnd, from.selectionDirection ?? 'none');
};

/** Marks the followed page as live and runs its pending tasks; null if no page is followed. */
let answerEarlyPage: (() => void) | null = null;

/** Performs the visitor's pending action. Until the page is live, the browser would submit forms natively. */
export const markPageLive = (): void => answerEarlyPage?.();

/**
 * Transfers typed values, focus and selection from a prerendered page's elements to the app's.
 * Repeats the last press when its control is ready, unless newer input or a navigation cancels it.
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
  /** Pending tasks. Each one runs again until it returns true. */
  let tasks: readonly (() => boolean)[] = [];

  /** Returns the control that replaced an early one, by name or, on a translated page, by position. */
  const currentOf = (control: HTMLElement): HTMLElement | undefined => {
    if (control.isConnected) return control;
    const current = findControls();
    const isSame = (other: Element) => nameOf(other) === nameOf(control);
    const same = current.filter(isSame);
    const named = same[early.filter(isSame).indexOf(control)] ?? same[0];
    // Browsers' page translation wraps text in `font` elements.
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
    if (!current || current.matches(':disabled, [aria-disabled="true"]')) return false;
    current.click();
    return true;
  };

  /** Clicks `target` on release. Browsers fire no click if the pressed element was replaced or has moved. */
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

  /** Cancels if the visitor clicks another control. A press in `finishPress` fires no click on a control. */
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
