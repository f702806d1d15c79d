import type { MouseEvent } from 'react';
import { shellTexts } from '#texts/shell.ts';
import { contentId } from '#ui/focus.ts';
import { skipLink } from './shell.css.ts';

/** Moves the focus without changing the URL or the history. */
const skip = (event: MouseEvent) => {
  event.preventDefault();
  const content = document.getElementById(contentId);
  if (content === null) return;
  content.tabIndex = -1;
  content.addEventListener('blur', () => content.removeAttribute('tabindex'), { once: true });
  content.focus();
};

export const SkipLink = () => (
  <a href={`#${contentId}`} className={skipLink} onClick={skip}>
    {shellTexts.skip}
  </a>
);
