export interface StoreAddress {
  readonly path: string;
  readonly searchParams?: Readonly<Record<string, string | number>>;
}

/** Time limit for a request and its response, in ms. */
export const requestLimit = 15_000;

/** Time limit for a call in ms, including a token refresh and a retry after a 401. */
export const callLimit = 20_000;

export const urlOf = (baseUrl: string, { path, searchParams }: StoreAddress): string => {
  const url = `${baseUrl.replace(/\/$/, '')}${path}`;
  const query = Object.entries(searchParams ?? {}).map(([name, value]) => [name, String(value)]);
  return query.length === 0 ? url : `${url}?${new URLSearchParams(query)}`;
};

export const headersFor = (token: string) => ({
  Accept: 'application/json',
  'Content-Type': 'application/json',
  Authorization: `Bearer ${token}`,
});
