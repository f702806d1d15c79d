import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { uiTexts } from '#texts/ui.ts';
import * as styles from './Dialog.css.ts';
import { dropRepeatedPress, useLatestPress } from './repeated-press.ts';

export interface DialogProps {
  readonly open: boolean;
  /** Called on Escape, a backdrop click or the close button. The owner then sets `open` to false. */
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

/** Marks whether a dialog is open, to stop the page from scrolling. Older browsers don't support `:has()`. */
const noteModals = (): void =>
  void document.documentElement.toggleAttribute(
    'data-modal',
    document.querySelector('dialog[open]') !== null,
  );

type OpenDialogProps = Omit<DialogProps, 'open'> & { latestPress: ReturnType<typeof useLatestPress> };

const OpenDialog = ({ latestPress, onClose, title, children, footer }: OpenDialogProps) => {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);

  // Use a layout effect: a dialog only restores focus if it closes while still in the DOM.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    if (element) dropRepeatedPress(element, latestPress.current);
    noteModals();
    return () => {
      element?.close();
      noteModals();
    };
  }, [latestPress]);

  const isBackdrop = (event: SyntheticEvent) => event.target === event.currentTarget;
  const notePress = (event: SyntheticEvent) => {
    pressedOutside.current = isBackdrop(event);
  };
  const closeOnBackdrop = (event: MouseEvent) => {
    if (pressedOutside.current && isBackdrop(event)) onClose();
  };
  const closeOnEscape = (event: SyntheticEvent) => {
    if (!isBackdrop(event)) return;
    event.preventDefault();
    onClose();
  };
  const closeWithBrowser = () => {
    if (dialog.current?.open === false) onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for the backdrop is Escape, which the dialog reports as `cancel`
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onPointerDown={notePress}
      onClick={closeOnBackdrop}
      onCancel={closeOnEscape}
      onClose={closeWithBrowser}
    >
      <div className={styles.panel}>
        <div className={styles.header}>
          <h2 id={titleId}>{title}</h2>
          <button type="button" className={styles.close} aria-label={uiTexts.close} onClick={onClose}>
            <span className={styles.closeIcon} aria-hidden="true" />
          </button>
        </div>
        {children}
        {footer && <div className={styles.footer}>{footer}</div>}
      </div>
    </dialog>
  );
};

/** Renders a modal dialog. Restores focus on close. A double click on the opener doesn't close the dialog. */
export const Dialog = ({ open, ...props }: DialogProps) => {
  const latestPress = useLatestPress();
  return open && <OpenDialog {...props} latestPress={latestPress} />;
};
