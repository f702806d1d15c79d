import { randomBytes } from 'node:crypto';

/** Tickets out at once, so that those never used can't fill the memory. */
const capacity = 10_000;

/**
 * Values handed out as random texts that are good for a while: what a client brings back to go on where it was. Kept in
 * memory only: a restart ends them.
 */
export class OpaqueTokens<T> {
  readonly #issued = new Map<string, { readonly value: T; readonly expiresAt: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  issue(value: T, lifeSeconds: number): string {
    const [oldest] = this.#issued.keys();
    if (oldest !== undefined && this.#issued.size >= capacity) this.#issued.delete(oldest);
    const ticket = randomBytes(32).toString('base64url');
    this.#issued.set(ticket, { value, expiresAt: this.#now() + lifeSeconds * 1000 });
    return ticket;
  }

  /** What the ticket stands for; undefined when it is unknown, ended or too old. */
  read(ticket: string): T | undefined {
    const issued = this.#issued.get(ticket);
    return issued !== undefined && this.#now() < issued.expiresAt ? issued.value : undefined;
  }

  /** Ends the ticket and gives what it stood for. */
  take(ticket: string): T | undefined {
    const value = this.read(ticket);
    this.#issued.delete(ticket);
    return value;
  }
}
