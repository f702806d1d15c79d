import { sprinkles } from './sprinkles.css.ts';

type Gap = NonNullable<Parameters<typeof sprinkles>[0]['gap']>;

/** A row that wraps, its first part at the start and its last at the end. For use inside `.css.ts` files. */
export const spreadRow = (gap?: Gap): string =>
  sprinkles({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    ...(gap && { gap }),
  });
