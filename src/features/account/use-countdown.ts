import { useEffect, useState } from 'react';

/** Seconds that are left, counting down to 0 after each `start`. */
export const useCountdown = (seconds: number): { readonly left: number; readonly start: () => void } => {
  const [left, setLeft] = useState(0);
  const counting = left > 0;
  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => setLeft((now) => now - 1), 1_000);
    return () => clearInterval(timer);
  }, [counting]);
  return { left, start: () => setLeft(seconds) };
};
