import type { Realm } from './realm.ts';

interface Waiting {
  realm: Realm;
  name: string;
  begin: () => void;
}

type Options = { ifAvailable?: boolean; steal?: boolean };
type Task = (lock: { name: string } | null) => unknown;

/** `navigator.locks` of one browser. A dead worker's locks are released. */
export class Locks {
  #held = new Map<string, { realm: Realm; lose: () => void }>();
  #queue: Waiting[] = [];

  of(realm: Realm) {
    return {
      request: (name: string, first: Options | Task, second?: Task) => {
        const options = typeof first === 'function' ? {} : first;
        if (realm.dead) return realm.alive(Promise.resolve());
        return realm.alive(this.#request(realm, name, options, (second ?? first) as Task));
      },
    };
  }

  #request(realm: Realm, name: string, { ifAvailable, steal }: Options, task: Task): Promise<unknown> {
    if (steal) this.#held.get(name)?.lose();
    else if (this.#held.has(name) || this.#queue.some((one) => one.name === name)) {
      if (ifAvailable) return Promise.resolve().then(() => task(null));
      return new Promise((resolve) => {
        this.#queue.push({ realm, name, begin: () => resolve(this.#hold(realm, name, task)) });
      });
    }
    return this.#hold(realm, name, task);
  }

  #hold(realm: Realm, name: string, task: Task): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const held = { realm, lose: () => reject(new DOMException('stolen', 'AbortError')) };
    this.#held.set(name, held);
    Promise.resolve()
      .then(() => task({ name }))
      .then(resolve, reject)
      .finally(() => this.#free(name, held));
    return promise;
  }

  #free(name: string, held: unknown): void {
    if (this.#held.get(name) !== held) return;
    this.#held.delete(name);
    const at = this.#queue.findIndex((one) => one.name === name);
    if (at >= 0) this.#queue.splice(at, 1)[0]?.begin();
  }

  /** Releases the locks of a realm that has died. */
  drop(dead: Realm): void {
    this.#queue = this.#queue.filter(({ realm }) => realm !== dead);
    for (const [name, held] of [...this.#held]) if (held.realm === dead) this.#free(name, held);
  }
}
