/** A response that refuses a request, to match. */
export const refusal = (status: number, code: string, detail?: unknown) => ({
  status,
  body: detail === undefined ? { code } : { code, detail },
});

/** What a command prints if it refuses, to match. */
export const complaint = (complaints: unknown) => ({ exitCode: 1, complaints });
