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
    for (const { name, value } of document.documentElement.attributes) shown.setAttribute(name, value);
    // The page’s policy refuses HTML as text.
    shown.append(...document.documentElement.cloneNode(true).childNodes);
    for (const extra of shown.querySelectorAll('script, noscript, template, style, link:not([rel="icon"])'))
      extra.remove();
    const style = document.createElement('style');
    style.textContent = styles;
    shown.querySelector('head')?.append(style);
    return `<!doctype html>\n${shown.outerHTML}`;
  });
