import { createRoot } from 'react-dom/client';
import { fileOfferTexts } from '#texts/file-offer.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { control } from '#ui/Field.css.ts';
import { useCopy } from '#ui/use-copy.ts';

interface FileOfferProps {
  readonly name: string;
  readonly text: string;
  readonly onClose: () => void;
}

const FileOffer = ({ name, text, onClose }: FileOfferProps) => {
  const { outcome, copy } = useCopy();
  const files = [new File([text], name, { type: 'text/csv' })];
  return (
    <Dialog
      open
      onClose={onClose}
      title={fileOfferTexts.title}
      footer={
        <>
          {navigator.canShare?.({ files }) && (
            <Button onClick={() => void navigator.share({ files }).catch(() => undefined)}>
              {fileOfferTexts.share}
            </Button>
          )}
          <Button variant="secondary" onClick={() => void copy(text)}>
            {fileOfferTexts.copy}
          </Button>
        </>
      }
    >
      <p>{fileOfferTexts.hint}</p>
      <textarea className={control} aria-label={fileOfferTexts.text} rows={8} readOnly value={text} />
      <p role="status">{outcome}</p>
    </Dialog>
  );
};

/** Shows a file that the browser can't save, with other ways to keep it. Resolves when the dialog closes or `signal` aborts. */
export const offerFile = (name: string, text: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const container = document.body.appendChild(document.createElement('div'));
    const root = createRoot(container);
    const close = () => {
      root.unmount();
      container.remove();
      resolve();
    };
    signal.addEventListener('abort', close);
    root.render(<FileOffer name={name} text={text} onClose={close} />);
  });
