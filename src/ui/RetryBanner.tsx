import { uiTexts } from '#texts/ui.ts';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import * as styles from './RetryBanner.css.ts';

interface RetryBannerProps {
  readonly text: string;
  readonly onRetry: () => void;
  /** Two lines high at most, for a place that was kept for less. */
  readonly small?: boolean;
}

/** Says what could not be loaded and offers another try. */
export const RetryBanner = ({ text, onRetry, small = false }: RetryBannerProps) => (
  <Banner tone="error">
    <div className={small ? styles.smallLine : styles.line}>
      <p>{text}</p>
      <Button variant="secondary" small={small} onClick={() => onRetry()}>
        {uiTexts.retry}
      </Button>
    </div>
  </Banner>
);
