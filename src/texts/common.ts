export const pagerTexts = {
  previous: 'Previous',
  next: 'Next',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
} as const;

export const downloadTexts = { start: 'Download CSV', cancel: 'Cancel download' } as const;

/** Formats a count with its noun: `1 credit`, `1,300 credits`. @param count as formatted for display */
export const countOf = (count: string | number, noun: string): string =>
  `${count} ${String(count) === '1' ? noun : `${noun}s`}`;

export const foreignPhoneText = 'Please enter a US phone number';

export const creditTexts = {
  available: (credits: string) => `${credits} available`,
  reserved: (credits: string) => `${countOf(credits, 'credit')} on hold`,
  expiring: (credits: string, day: string) =>
    `${countOf(credits, 'credit')} ${credits === '1' ? 'expires' : 'expire'} on ${day}`,
} as const;

export const copyTexts = {
  copied: 'Copied',
  failed: 'Your browser blocked copying. Select the text and copy it.',
} as const;
