import { uiTexts } from '#texts/ui.ts';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import * as styles from './RetryBanner.css.ts';

interface RetryBannerProps {
  readonly text: string;
  readonly onRetry: () => void;
  /** Whether to limit the height to two lines, for compact places. */
  readonly small?: boolean;
}

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
