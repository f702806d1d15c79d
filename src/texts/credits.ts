export const creditTexts = {
  reserved: (credits: string) => `${credits} reserved`,
  expiring: (credits: string, day: string) =>
    `${credits} ${credits === '1' ? 'expires' : 'expire'} on ${day}`,
} as const;
