import type { Page } from '@playwright/test';

/**
 * What a page shows as HTML alone: its elements as they are now, the styles of all its style sheets inline, no script, and
 * nothing that is asked for ahead of its use. Its icons and fonts stay files, as they are.
 */
export const staticHtmlOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const styles = [...document.styleSheets, ...document.adoptedStyleSheets]
      .filter(({ disabled }) => !disabled)
      .flatMap(({ cssRules }) => [...cssRules])
      .map(({ cssText }) => cssText)
      .join('\n');
    const shown = document.createElement('html');
    shown.lang = document.documentElement.lang;
    for (const { name, value } of document.documentElement.attributes) shown.setAttribute(name, value);
    shown.innerHTML = document.documentElement.innerHTML;
    for (const extra of shown.querySelectorAll('script, noscript, template, style, link:not([rel="icon"])'))
      extra.remove();
    const style = document.createElement('style');
    style.textContent = styles;
    shown.querySelector('head')?.append(style);
    return `<!doctype html>\n${shown.outerHTML}`;
  });
