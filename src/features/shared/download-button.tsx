import { useRef } from 'react';
import { downloadTexts } from '#texts/common.ts';
import { Button } from '#ui/Button.tsx';
import * as styles from './rows.css.ts';

/** A second press within this many milliseconds counts as a repeat. */
const repeatLimit = 500;

interface DownloadButtonProps {
  readonly running: boolean;
  /** The id of the text that says there is nothing to download, if shown. */
  readonly emptyId: string | undefined;
  /** Starts the download, or cancels it. */
  readonly onPress: () => void;
  /** Called when a download is likely, so that its code can be prefetched. */
  readonly onLikely: () => void;
}

/**
 * Downloads all rows that match the filter, or cancels the download. A single button, so that the focus stays
 * on it.
 */
export const DownloadButton = ({ running, emptyId, onPress, onLikely }: DownloadButtonProps) => {
  const pressedAt = useRef(-repeatLimit);
  return (
    <Button
      variant="quiet"
      small
      icon={styles.downloadIcon}
      className={styles.downloadButton}
      onPointerEnter={onLikely}
      onFocus={onLikely}
      aria-disabled={emptyId !== undefined}
      aria-describedby={emptyId}
      onClick={({ detail: presses, nativeEvent, timeStamp }) => {
        const isMouse = 'pointerType' in nativeEvent && nativeEvent.pointerType === 'mouse';
        const isRepeated = presses > 1 || (!isMouse && timeStamp - pressedAt.current < repeatLimit);
        if (!isMouse) pressedAt.current = timeStamp;
        // Otherwise a double click would cancel the download that it started.
        if (!isRepeated) onPress();
      }}
    >
      {running ? downloadTexts.cancel : downloadTexts.start}
    </Button>
  );
};
