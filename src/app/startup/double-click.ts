const pressableAt = ({ target }: MouseEvent): Element | null =>
  target instanceof Element ? target.closest('a, button') : null;

/** Ignores the second click of a double click if the page changed and it hits another link or button. */
export const guardDoubleClicks = (): void => {
  // A strong reference would keep a closed form in memory.
  let first: WeakRef<Element> | null = null;
  window.addEventListener(
    'click',
    (event) => {
      const pressed = pressableAt(event);
      if (event.detail < 2) first = pressed && new WeakRef(pressed);
      if (pressed === null || pressed === first?.deref()) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
};
