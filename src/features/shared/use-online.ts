import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void) => {
  const listening = new AbortController();
  for (const type of ['online', 'offline'])
    window.addEventListener(type, onChange, { signal: listening.signal });
  return () => listening.abort();
};

const isOnline = () => navigator.onLine;

export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline, () => true);
