/** Keeps `host` inside the open modal dialog, because the rest of the page is inert. Otherwise, in `home`. */
const keepReachable = (host: HTMLElement, home: HTMLElement): (() => void) => {
  const place = () => {
    const parent = [...document.querySelectorAll('dialog[open]')].at(-1) ?? home;
    if (host.parentElement !== parent) parent.append(host);
  };
  place();
  const observer = new MutationObserver(place);
  observer.observe(document.body, { subtree: true, attributeFilter: ['open'] });
  return () => observer.disconnect();
};

/** Scrolls focused controls clear of `host`, whose toasts may cover any other content. */
const keepFocusClear = (host: HTMLElement): (() => void) => {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    const { left, bottom } = host.getBoundingClientRect();
    style.scrollPaddingBlockStart = `${Math.min(bottom, window.innerHeight / 2)}px`;
    const focused = document.activeElement;
    if (focused === null || host.contains(focused) || focused.matches('body, [tabindex="-1"]')) return;
    const box = focused.getBoundingClientRect();
    if (box.bottom > 0 && box.top < bottom && box.right > left) focused.scrollIntoView({ block: 'nearest' });
  });
  observer.observe(host);
  return () => {
    observer.disconnect();
    style.scrollPaddingBlockStart = '';
  };
};

/** Keeps the toasts in `host` within reach, and the focus clear of them. Returns a function that stops this. */
export const placeToasts = (host: HTMLElement, home: HTMLElement): (() => void) => {
  const stops = [keepReachable(host, home), keepFocusClear(host)];
  return () => {
    for (const stop of stops) stop();
  };
};
