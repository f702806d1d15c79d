/** Whether a host, as a URL or a connection string names it, is this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || /^127(\.\d+){3}$/.test(host) || host === '::1' || host === '[::1]';
