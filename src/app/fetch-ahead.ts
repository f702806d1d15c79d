/** Whether the browser may load what a customer hasn't asked for yet: with a network, and where it saves no data. */
export const canFetchAhead = (): boolean => {
  // Safari and Firefox don't say whether data is saved.
  const connection: unknown = Reflect.get(navigator, 'connection');
  const savesData =
    typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData');
  return navigator.onLine && savesData !== true;
};
