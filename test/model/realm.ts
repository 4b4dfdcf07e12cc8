import type { FakeBrowser } from './browser.ts';
import type * as Inside from './inside.ts';
import type { World } from './world.ts';

/** Never settles, for a dead realm. Each call has its own promise: a common one would keep its callers in memory. */
const never = () => new Promise<never>(() => {});

/** Works as `AbortSignal.any`. Node's own keeps the listeners of a signal that never aborts in memory. */
function anyOf(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason);
    else signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  }
  return controller.signal;
}

const names = [
  '$browser',
  'globalThis',
  'self',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'Date',
  'performance',
  'fetch',
  'navigator',
  'crypto',
  'indexedDB',
  'AbortSignal',
  'addEventListener',
  'console',
] as const;

export type Program = (scope: Record<(typeof names)[number], unknown>) => typeof Inside;

/** Turns the bundled product into a function that starts a new instance with globals of its own at each call. */
export function programOf(code: string, externals: Record<string, unknown>): Program {
  const run = new Function('externals', ...names, `${code}\nreturn inside;`);
  return (scope) => run(externals, ...names.map((name) => scope[name]));
}

/**
 * One instance of the product's code: a page, or the worker between its start and its end. After its death, as in a
 * browser, nothing that it began has an effect: its timers, requests, transactions and answers are dropped.
 */
export class Realm {
  dead = false;
  readonly world: World;
  readonly inside: typeof Inside;
  #timers = new Set<number>();
  #stops = new Set<() => void>();

  constructor(world: World, browser: FakeBrowser, name: 'worker' | 'page') {
    this.world = world;
    const { clock } = world;
    const set = (run: () => void, ms = 0) => {
      if (this.dead) return 0;
      const timer = clock.later(ms, () => {
        this.#timers.delete(timer);
        if (!this.dead) run();
      });
      this.#timers.add(timer);
      return timer;
    };
    const clear = (timer: number | undefined) => {
      clock.cancel(timer);
      if (timer !== undefined) this.#timers.delete(timer);
    };
    class Now extends Date {
      constructor(...given: [] | [number]) {
        if (given.length) super(...given);
        else super(clock.shown);
      }
      static override now = () => clock.shown;
    }
    const scope = {
      $browser: browser.of(this, name),
      setTimeout: set,
      clearTimeout: clear,
      // The product sets none, and a real one would not follow this clock.
      setInterval: undefined,
      Date: Now,
      performance: { now: () => clock.now },
      fetch: (url: string, init: RequestInit) => this.alive(world.net.fetch(this, String(url), init)),
      navigator: {
        locks: browser.locks.of(this),
        onLine: true,
        storage: { persist: async () => true, persisted: async () => true },
      },
      crypto: {
        randomUUID: () => crypto.randomUUID(),
        getRandomValues: (array: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(array),
        subtle: {
          importKey: (...args: Parameters<SubtleCrypto['importKey']>) =>
            this.alive(clock.work(crypto.subtle.importKey(...args))),
          sign: (...args: Parameters<SubtleCrypto['sign']>) => this.alive(clock.work(crypto.subtle.sign(...args))),
        },
      },
      indexedDB: this.#database(browser.database),
      AbortSignal: { any: anyOf, timeout: (ms: number) => this.#timeout(ms) },
      addEventListener: (event: string, run: () => void) => event === 'online' && browser.online.add(this, run),
      console: { warn() {}, error() {}, log() {}, info() {}, debug() {} },
    };
    // Defined instead of assigned, because some of the real globals have setters.
    const shadow = Object.create(globalThis, Object.getOwnPropertyDescriptors(scope));
    this.inside = world.program({ ...scope, globalThis: shadow, self: shadow });
  }

  /** Resolves as a promise of the browser does, but never after the realm has died. */
  alive<T>(promise: Promise<T>): Promise<T> {
    if (this.dead) return never();
    return promise.then(
      (value) => (this.dead ? never() : value),
      (error) => {
        if (this.dead) return never();
        throw error;
      },
    );
  }

  /** Wraps an asynchronous function of the browser, so that it does nothing once the realm is dead. */
  readonly safe =
    <A extends unknown[], T>(run: (...args: A) => T) =>
    (...args: A): Promise<Awaited<T>> =>
      this.dead ? never() : this.alive(Promise.resolve(run(...args)));

  /** Calls `run` when the realm dies. Returns a function that prevents this. */
  onEnd(run: () => void): () => void {
    this.#stops.add(run);
    return () => this.#stops.delete(run);
  }

  get timers(): number {
    return this.#timers.size;
  }

  end(): void {
    this.dead = true;
    for (const timer of this.#timers) this.world.clock.cancel(timer);
    for (const stop of this.#stops) stop();
  }

  #timeout(ms: number): AbortSignal {
    const controller = new AbortController();
    // As in a browser, such a signal does not count as work under way.
    this.world.clock.later(ms, () => {
      if (!this.dead) controller.abort(new DOMException('timeout', 'TimeoutError'));
    });
    return controller.signal;
  }

  #database(factory: IDBFactory) {
    return {
      open: (name: string, version?: number) => {
        const request = factory.open(name, version);
        request.addEventListener('success', (event) => {
          if (this.dead) {
            event.stopImmediatePropagation();
            request.result.close();
          } else this.#watch(request.result);
        });
        return request;
      },
    };
  }

  /** When the realm dies, aborts the database's transactions and prevents others, as browsers do with a worker. */
  #watch(database: IDBDatabase): void {
    const open = new Set<IDBTransaction>();
    const hush = (event: Event) => {
      if (this.dead) event.stopImmediatePropagation();
    };
    for (const type of ['success', 'error', 'abort']) database.addEventListener(type, hush, true);
    const transaction = database.transaction.bind(database);
    database.transaction = (...args) => {
      if (this.dead) throw new DOMException('dead', 'InvalidStateError');
      const made = transaction(...args);
      open.add(made);
      made.addEventListener('complete', hush);
      for (const end of ['complete', 'abort']) made.addEventListener(end, () => open.delete(made));
      return made;
    };
    this.onEnd(() => {
      for (const made of open) {
        try {
          made.abort();
        } catch {
          // The transaction was already being committed.
        }
      }
      database.close();
    });
  }
}
