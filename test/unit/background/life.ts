import { AsyncLocalStorage } from 'node:async_hooks';

/** The worker for which a piece of code runs; none for the test itself. The last one is alive. */
const running = new AsyncLocalStorage<symbol>();
let alive: symbol | undefined;

/** A dead worker asks for nothing, waits for nothing and stores nothing any more. */
export const isDead = () => running.getStore() !== undefined && running.getStore() !== alive;
/** Names the life of the worker that runs this piece of code; undefined in the test itself. */
export const lifeName = (): string | undefined => running.getStore()?.description;
export const never = () => new Promise<never>(() => {});

/** What a worker does when one of these is called: `running` follows it through all that it awaits. */
function within<F extends object>(life: symbol, functions: F): F {
  const calls = Object.entries(functions).map(([name, call]) => [
    name,
    typeof call === 'function' ? (...args: unknown[]) => running.run(life, () => call(...args)) : call,
  ]);
  return Object.fromEntries(calls) as F;
}

/** Begins a worker; those of another life are dead. `inside`: makes functions those of this worker. */
export function begin<T>(start: (inside: <F extends object>(functions: F) => F) => T, life = Symbol('worker')): T {
  alive = life;
  return running.run(life, () => start((functions) => within(life, functions)));
}
