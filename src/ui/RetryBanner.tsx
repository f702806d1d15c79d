import { uiTexts } from '#texts/ui.ts';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import * as styles from './RetryBanner.css.ts';

interface RetryBannerProps {
  readonly text: string;
  readonly onRetry: () => void;
}

/** Says what could not be loaded and offers another try. */
export const RetryBanner = ({ text, onRetry }: RetryBannerProps) => (
  <Banner tone="error">
    <div className={styles.line}>
      <p>{text}</p>
      <Button variant="secondary" onClick={() => onRetry()}>
        {uiTexts.retry}
      </Button>
    </div>
  </Banner>
);
