/** A clock that can be set fast or slow, so that whoever tests need not wait for an expiry. */
export class ShiftableClock {
  readonly #clock: () => number;
  #offsetMs = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** In ms since the epoch. */
  readonly now = (): number => this.#clock() + this.#offsetMs;

  /** Sets how far the clock is ahead of the right time, in ms; negative when it is behind. */
  shift(offsetMs: number): void {
    this.#offsetMs = offsetMs;
  }
}
