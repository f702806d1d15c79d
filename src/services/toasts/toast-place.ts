import { toastOffset } from '#ui/toast.css.ts';

/** A stretch of the window from its top, in pixels. */
export interface Stretch {
  readonly top: number;
  readonly bottom: number;
}

/** Pixels between toasts and what they leave free. */
const clearance = 8;

/**
 * How far a stack of toasts moves from its usual place so that it covers nothing, in pixels; null where no place is free.
 *
 * @param usual where it stands by itself
 * @param room where it may stand
 * @param direction where it moves from there: 1 is down, -1 is up
 * @param taken what it must not cover, of all that stands at its side of the window
 */
export const clearOffset = (
  usual: Stretch,
  room: Stretch,
  direction: 1 | -1,
  taken: readonly Stretch[],
): number | null => {
  const height = usual.bottom - usual.top;
  const offsets = taken.map(({ top, bottom }) =>
    direction === 1 ? bottom + clearance - usual.top : usual.top - (top - clearance - height),
  );
  const isClear = (offset: number) => {
    const top = usual.top + direction * offset;
    const bottom = top + height;
    if (offset !== 0 && (top < room.top || bottom > room.bottom)) return false;
    return taken.every((other) => other.bottom <= top || other.top >= bottom);
  };
  const [nearest] = [0, ...offsets.filter((offset) => offset > 0)].sort((a, b) => a - b).filter(isClear);
  return nearest ?? null;
};

const headings = ':is(h1, h2, h3)';
const messages = '[role="alert"], [role="status"], dl';

/** What toasts never cover, the most important last: where there is no place beside all of it, they make do with less. */
const keptClear: readonly string[] = [
  `${headings}, ${messages}, button, a[href], :focus`,
  `${headings}, ${messages}, button, :focus`,
  `${headings}, ${messages}, :focus`,
];

/** Where the text of an element stands: the box of a heading is as wide as its page. */
const textBox = (element: Element): DOMRect => {
  if (!element.matches(headings)) return element.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
};

/** Moves the stack to where it covers nothing. Under the pointer or with the focus in it, it stays where it is. */
const place = (stack: HTMLElement): void => {
  if (stack.matches(':hover, :focus-within')) return;
  stack.style.setProperty(toastOffset, '0px');
  const { top, bottom, left, right } = stack.getBoundingClientRect();
  const padding = Number.parseFloat(getComputedStyle(stack).paddingBlockStart);
  const usual = { top: top + padding, bottom: bottom - padding };
  const room = { top: 0, bottom: window.innerHeight };
  const direction = room.bottom - bottom < top ? -1 : 1;
  const boxesOf = (selector: string) =>
    [...document.querySelectorAll(selector)]
      .filter((element) => element.closest('.Toastify') === null)
      .map(textBox)
      // What is hidden from sight alone is a pixel wide.
      .filter((box) => box.width > 1 && box.height > 1 && box.left < right && box.right > left);
  for (const selector of keptClear) {
    const offset = clearOffset(usual, room, direction, boxesOf(selector));
    if (offset === null) continue;
    stack.style.setProperty(toastOffset, `${offset}px`);
    return;
  }
};

/** Milliseconds after the last scrolling until toasts take their place again. */
const restDelay = 120;

/** Keeps toasts clear of headings, messages, buttons and what has the focus. Returns the function that ends this. */
export const keepToastsClear = (board: HTMLElement): (() => void) => {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const placeAll = () => {
    for (const stack of board.querySelectorAll<HTMLElement>('.Toastify__toast-container')) place(stack);
  };
  const placeSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(placeAll, restDelay);
  };
  const observer = new MutationObserver(placeAll);
  observer.observe(board, { childList: true, subtree: true });
  for (const type of ['scroll', 'resize', 'focusin'])
    window.addEventListener(type, placeSoon, { passive: true, signal: ending.signal });
  return () => {
    ending.abort();
    observer.disconnect();
    clearTimeout(timer);
  };
};
