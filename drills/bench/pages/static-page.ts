import type { Page } from '@playwright/test';

/** Returns a page as static HTML, with inline styles, icons and fonts, but without scripts or preloads. */
export const staticHtmlOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const styles = [...document.styleSheets, ...document.adoptedStyleSheets]
      .filter(({ disabled }) => !disabled)
      .flatMap(({ cssRules }) => [...cssRules])
      .map(({ cssText }) => cssText)
      .join('\n');
    const shown = document.createElement('html');
    for (const { name, value } of document.documentElement.attributes) shown.setAttribute(name, value);
    // Clone nodes, because the page’s Trusted Types policy blocks HTML strings.
    shown.append(...document.documentElement.cloneNode(true).childNodes);
    for (const extra of shown.querySelectorAll('script, noscript, template, style, link:not([rel="icon"])'))
      extra.remove();
    const style = document.createElement('style');
    style.textContent = styles;
    shown.querySelector('head')?.append(style);
    return `<!doctype html>\n${shown.outerHTML}`;
  });
