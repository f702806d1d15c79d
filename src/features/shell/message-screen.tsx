import type { ReactNode } from 'react';
import { BrandMark } from '#ui/BrandMark.tsx';
import { centred, emblem, hint } from './shell.css.ts';

interface MessageScreenProps {
  readonly title: string;
  readonly text: string;
  /** The way on, if there is one. */
  readonly children?: ReactNode;
}

/** A page that has nothing to show but a message, in the voice of the treasury. */
export const MessageScreen = ({ title, text, children }: MessageScreenProps) => (
  <main className={centred}>
    <span className={emblem}>
      <BrandMark />
    </span>
    <h1 tabIndex={-1}>{title}</h1>
    <p className={hint}>{text}</p>
    {children}
  </main>
);
