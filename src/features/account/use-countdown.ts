import { useEffect, useState } from 'react';

/** Seconds that are left, counting down to 0 after each `start`. Told by the clock: a tab that slept is not behind. */
export const useCountdown = (seconds: number): { readonly left: number; readonly start: () => void } => {
  const [{ end, now }, setTimes] = useState({ end: 0, now: 0 });
  const left = Math.max(0, Math.round((end - now) / 1_000));
  const counting = left > 0;
  useEffect(() => {
    if (!counting) return;
    const look = () => setTimes((times) => ({ ...times, now: Date.now() }));
    const timer = setInterval(look, 1_000);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [counting]);
  const start = () => {
    const begun = Date.now();
    setTimes({ end: begun + seconds * 1_000, now: begun });
  };
  return { left, start };
};
