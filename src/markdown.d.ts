/** A document, compiled by build/markdown.ts. */
declare module '*.md' {
  import type { ReactNode } from 'react';

  export const title: string;
  /** The content between the title and the first section. */
  export const lead: ReactNode;
  export const sections: readonly { readonly heading: ReactNode; readonly body: ReactNode }[];
}
