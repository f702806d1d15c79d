import { useState } from 'react';
import { copyTexts } from '#texts/common.ts';

/** Returns a function that copies a text, and a message that says whether it worked. */
export const useCopy = (copied: string = copyTexts.copied) => {
  const [outcome, setOutcome] = useState('');
  const copy = async (text: string): Promise<void> => {
    setOutcome('');
    try {
      await navigator.clipboard.writeText(text);
      setOutcome(copied);
    } catch {
      setOutcome(copyTexts.failed);
    }
  };
  return { outcome, copy };
};
