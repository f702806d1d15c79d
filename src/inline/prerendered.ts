import { visitorPlaceholder } from '#features/shared/prerendered.ts';
import { nativeStorage } from '#services/storage/device-storage.ts';
import { rememberedTheme, rememberTheme, showTheme, themes } from '#ui/theme/chosen-theme.ts';
import { hasSession, visitorNameFor } from './visitor.ts';

const { dataset } = document.documentElement;

const write = (name: string): void => {
  const root = document.getElementById('root');
  const texts = root && document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts?.nextNode()) {
    const { currentNode: text } = texts;
    if (text.nodeValue?.includes(visitorPlaceholder))
      text.nodeValue = text.nodeValue.replace(visitorPlaceholder, name);
  }
  for (const input of document.querySelectorAll<HTMLInputElement>(`input[value="${visitorPlaceholder}"]`))
    input.defaultValue = name;
};

/** Removes the customers' parts if the visitor is a guest, or else the guests' parts. */
const chooseParts = (): void => {
  const visitor = hasSession() ? 'customer' : 'guest';
  for (const part of document.querySelectorAll<HTMLElement>('#root [data-for]')) {
    part.hidden = false;
    if (part.dataset['for'] !== visitor) part.remove();
  }
};

/** Runs the theme switch until the app is ready. The app then reads the theme from the page. */
const startThemeSwitch = (): void => {
  for (const theme of themes) {
    const radio = document.querySelector<HTMLInputElement>(`#root input[type="radio"][value="${theme}"]`);
    if (radio === null) continue;
    radio.checked = theme === rememberedTheme();
    radio.addEventListener('change', () => {
      if (window.takeEarlyIntent === undefined) return;
      rememberTheme(theme);
      showTheme(theme);
    });
  }
};

/** Enables submit buttons once their forms are complete. */
const startSubmitButtons = (): void => {
  for (const button of document.querySelectorAll<HTMLButtonElement>('#root button[type="submit"]:disabled'))
    button.form?.addEventListener('input', ({ currentTarget: form }) => {
      if (window.takeEarlyIntent === undefined || !(form instanceof HTMLFormElement)) return;
      const fields = form.querySelectorAll<HTMLInputElement>('input[required]');
      button.disabled = [...fields].some(({ value }) => value.trim() === '');
    });
};

/** Hides a prerendered page until it fits this visitor, to avoid layout shift after the first paint. */
export const coverPrerendered = (): void => {
  dataset['covered'] = '';
  const isMany = (key: string) => key.startsWith('coffer.manyPackages');
  if (Object.keys(nativeStorage('local') ?? {}).some(isMany)) dataset['manyPackages'] = '';
};

/** Adapts a prerendered page to this visitor and shows it, if possible. */
export const completePrerendered = (): void => {
  const name = visitorNameFor(dataset['page'] ?? '');
  startThemeSwitch();
  startSubmitButtons();
  if (name === null) return;
  write(name);
  chooseParts();
  dataset['covered'] = 'icons';
  // The timer runs after the first frame.
  requestAnimationFrame(() => setTimeout(() => delete dataset['covered']));
};
