import type { MouseEvent } from 'react';
import { shellTexts } from '#texts/shell.ts';
import { contentId } from '#ui/focus.ts';
import { skipLink } from './skip-link.css.ts';

/** Moves the focus, and leaves the address and its history as they are. */
const skip = (event: MouseEvent) => {
  event.preventDefault();
  const content = document.getElementById(contentId);
  if (content === null) return;
  content.tabIndex = -1;
  content.addEventListener('blur', () => content.removeAttribute('tabindex'), { once: true });
  content.focus();
};

/** The first stop of the keyboard on each page: it leads past everything that stands before the content. */
export const SkipLink = () => (
  <a href={`#${contentId}`} className={skipLink} onClick={skip}>
    {shellTexts.skip}
  </a>
);
