/** The clock of the services. */
export interface Time {
  readonly now: number;
  later(ms: number, run: () => void): unknown;
  sleep(ms: number): Promise<void>;
  /** Notes that a request is under way until `done` is called. */
  begin(what: unknown): void;
  done(what: unknown): void;
}

/** A function that runs later. `order`: breaks ties. */
interface Timer {
  at: number;
  order: number;
  run: () => void;
}

const soon = globalThis.setImmediate;
let immediates = 0;
// The fake IndexedDB runs each step in an immediate, so work is under way while one is due.
globalThis.setImmediate = ((run: (...args: unknown[]) => void, ...args: unknown[]) => {
  immediates++;
  return soon(() => {
    immediates--;
    run(...args);
  });
}) as typeof setImmediate;

/** Waits for one turn of the real event loop. */
export const turn = () => new Promise<void>((resolve) => soon(resolve));

/**
 * The time of a world. It stands still while work is under way (a request, the database), and then jumps to the next
 * timer. So the product's waits of seconds and hours cost nothing, and every run of a sequence is the same.
 */
export class Clock implements Time {
  /** The real time (milliseconds since 1970), which timers and services use. */
  now = Date.UTC(2026, 0, 5, 9);
  /** The difference between this computer's clock and the real time (milliseconds). */
  skew = 0;
  #order = 0;
  #timers = new Map<number, Timer>();
  #busy = new Set<unknown>();

  /** The time that this computer's clock shows. */
  get shown(): number {
    return this.now + this.skew;
  }

  later(ms: number, run: () => void): number {
    const order = ++this.#order;
    this.#timers.set(order, { at: this.now + Math.max(0, Number(ms) || 0), order, run });
    return order;
  }
  cancel(timer: number | undefined): void {
    if (timer !== undefined) this.#timers.delete(timer);
  }
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.later(ms, resolve));
  }

  /** Notes that work is under way until `done` is called. */
  begin(what: unknown): void {
    this.#busy.add(what);
  }
  done(what: unknown): void {
    this.#busy.delete(what);
  }
  async work<T>(promise: Promise<T>): Promise<T> {
    const what = Symbol('work');
    this.begin(what);
    try {
      return await promise;
    } finally {
      this.done(what);
    }
  }

  /** Waits until no work is under way, so that only timers are left. */
  async calm(): Promise<void> {
    for (let calm = 0; calm < 2; ) {
      await turn();
      calm = this.#busy.size === 0 && immediates === 0 ? calm + 1 : 0;
    }
  }

  #next(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers.values())
      if (!first || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) first = timer;
    return first;
  }

  /** Lets time pass until `end` holds, for at most `most` milliseconds. Resolves to whether `end` holds. */
  async pass(most: number, end: () => boolean = () => false): Promise<boolean> {
    const last = this.now + most;
    for (;;) {
      await this.calm();
      if (end()) return true;
      const timer = this.#next();
      if (!timer || timer.at > last) break;
      this.#timers.delete(timer.order);
      this.now = Math.max(this.now, timer.at);
      timer.run();
    }
    this.now = last;
    return end();
  }
}
