/** Resolves when what was begun has been painted, and nothing more is waiting its turn. */
export const quiet = async (): Promise<void> => {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  await new Promise<void>((resolve) => requestIdleCallback(() => resolve()));
};
