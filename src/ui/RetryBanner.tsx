import { uiTexts } from '#texts/ui.ts';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { isFocusLost } from './focus.ts';
import * as styles from './RetryBanner.css.ts';

interface RetryBannerProps {
  readonly text: string;
  readonly onRetry: () => void;
  /** Whether to limit the height to two lines, for compact places. */
  readonly small?: boolean;
}

/** When a focused Retry goes away, moves the focus to the heading before it, so that it doesn't get lost. */
const keepFocusNear = (place: HTMLElement | null) => () => {
  if (!place?.contains(document.activeElement)) return;
  const headings = document.querySelectorAll<HTMLElement>(':is(h1, h2)[tabindex="-1"]');
  const isBefore = (heading: HTMLElement) =>
    (heading.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  const heading = [...headings].filter(isBefore).at(-1);
  setTimeout(() => isFocusLost() && heading?.focus({ preventScroll: true }));
};

export const RetryBanner = ({ text, onRetry, small = false }: RetryBannerProps) => (
  <Banner tone="error">
    <div className={small ? styles.smallLine : styles.line} ref={keepFocusNear}>
      <p>{text}</p>
      <Button variant="secondary" small={small} onClick={() => onRetry()}>
        {uiTexts.retry}
      </Button>
    </div>
  </Banner>
);
