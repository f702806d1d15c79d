/** A stretch of the window from its top, in pixels. */
export interface Stretch {
  readonly top: number;
  readonly bottom: number;
}

/** Pixels between a message and what it leaves free. */
const clearance = 8;

const isClear = ({ top, bottom }: Stretch, taken: readonly Stretch[]): boolean =>
  taken.every((other) => other.bottom <= top || other.top >= bottom);

/**
 * How far a stack of messages moves from its usual place so that it covers nothing, in pixels; null where no place is free.
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
  const isFree = (offset: number) => {
    const top = usual.top + direction * offset;
    const bottom = top + height;
    if (offset !== 0 && (top < room.top || bottom > room.bottom)) return false;
    return isClear({ top, bottom }, taken);
  };
  const [nearest] = [0, ...offsets.filter((offset) => offset > 0)].sort((a, b) => a - b).filter(isFree);
  return nearest ?? null;
};

const headings = ':is(h1, h2, h3, legend)';
/** Headings, errors, other messages and the order's summary. */
const messages = `${headings}, form p, [data-card-field] + [aria-live], [role="alert"], [role="status"], dl`;

/** What messages never cover, the most important last: where there is no place beside all of it, they make do with less. */
const keptClear = (): readonly string[] => {
  // One of the frames may hold the focus, and which of them isn't told.
  const used = document.activeElement?.matches('iframe') ? 'iframe, :focus' : ':focus';
  const pressed = `${messages}, button, ${used}`;
  return [
    `${pressed}, label, a[href], input, select, iframe`,
    `${pressed}, label, a[href]`,
    `${pressed}, label`,
    pressed,
    `${messages}, ${used}`,
    used,
  ];
};

/** Where the text of an element stands: the box of a heading is as wide as its page. */
const textBox = (element: Element): DOMRect => {
  if (!element.matches(headings)) return element.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
};

/**
 * How far the stack has to move to cover nothing, in pixels downwards; null where it stays. Under the pointer or with the focus
 * in it, it moves only off what must be seen or can be pressed.
 *
 * @param moved how far it has been moved from its usual place
 */
const findPlace = (stack: HTMLElement, moved: number): number | null => {
  const { top, bottom, left, right } = stack.getBoundingClientRect();
  if (top === bottom) return null;
  const padding = Number.parseFloat(getComputedStyle(stack).paddingBlockStart);
  const usual = { top: top - moved + padding, bottom: bottom - moved - padding };
  const room = { top: 0, bottom: window.innerHeight };
  const direction = room.bottom - usual.bottom < usual.top ? -1 : 1;
  const boxesOf = (selector: string) =>
    [...document.querySelectorAll(selector)]
      // Toasts give way to all else, and nothing to them.
      .filter((element) => !stack.contains(element) && element.closest('.Toastify') === null)
      .map(textBox)
      // What is hidden from sight alone is a pixel wide.
      .filter((box) => box.width > 1 && box.height > 1 && box.left < right && box.right > left);
  const selectors = keptClear();
  const [, , needed = ''] = selectors;
  const isHeld = stack.matches(':hover, :focus-within');
  if (isHeld && isClear({ top: top + padding, bottom: bottom - padding }, boxesOf(needed))) return null;
  for (const selector of selectors) {
    const offset = clearOffset(usual, room, direction, boxesOf(selector));
    if (offset !== null) return direction * offset;
  }
  return null;
};

/** Milliseconds after the last scrolling until messages take their place again. */
const restDelay = 120;

/**
 * Keeps stacks of messages over a page clear of its headings, labels, errors, buttons, other messages and the focus, whatever becomes
 * of the page beneath. Returns the function that ends this.
 *
 * @param stacksIn the stacks that there are
 */
export const keepClear = (stacksIn: () => Iterable<HTMLElement>): (() => void) => {
  const ending = new AbortController();
  const moves = new WeakMap<HTMLElement, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const placeAll = () => {
    for (const stack of stacksIn()) {
      const moved = moves.get(stack) ?? 0;
      const move = findPlace(stack, moved) ?? moved;
      if (move === moved) continue;
      moves.set(stack, move);
      // Unlike another inset, a transform is no layout shift.
      stack.style.transform = `translateY(${move}px)`;
    }
  };
  const placeSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(placeAll, restDelay);
  };
  placeAll();
  const observer = new MutationObserver(placeAll);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] });
  // The focus leaves the window for a frame.
  for (const type of ['scroll', 'resize', 'focusin', 'blur'])
    window.addEventListener(type, placeSoon, { passive: true, signal: ending.signal });
  return () => {
    ending.abort();
    observer.disconnect();
    clearTimeout(timer);
  };
};
