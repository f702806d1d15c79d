const visited = new WeakMap<object, string>();

/**
 * Sends a list the address of its page, once. The page can load again at the same address, for example after
 * a sign-in. Sending the address again would undo a click that hasn't updated the address bar yet.
 */
export const visitList = <Address>(
  list: { send(event: { readonly type: 'address.visited'; readonly address: Address }): void },
  address: Address,
): void => {
  const text = JSON.stringify(address);
  if (visited.get(list) === text) return;
  visited.set(list, text);
  list.send({ type: 'address.visited', address });
};

/** Makes the next visit send its address even if unchanged: after a last click, the list may not match it. */
export const leaveList = (list: object | null): void => {
  if (list !== null) visited.delete(list);
};

/** Updates the address bar after the next paint, unless the customer has left the page. */
export const updateAddressBar = (isOnPage: () => boolean, update: () => void): void => {
  requestAnimationFrame(() =>
    setTimeout(() => {
      if (isOnPage()) update();
    }),
  );
};
