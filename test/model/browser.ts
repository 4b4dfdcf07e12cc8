import { IDBFactory } from 'fake-indexeddb';
import { type Slot, slots } from './adapter.ts';
import { Locks } from './locks.ts';
import { Realm } from './realm.ts';
import type { World } from './world.ts';

// biome-ignore lint/suspicious/noExplicitAny: each revision of the product stores its settings otherwise
type Any = any;
// biome-ignore lint/suspicious/noExplicitAny: an event of the browser's has any arguments
type Listener = (...args: any[]) => unknown;

/** An event of the browser with listeners in several realms. The listeners of a dead realm are ignored. */
class Event {
  #listeners: { realm: Realm; run: Listener }[] = [];
  add(realm: Realm, run: Listener): void {
    if (!this.#listeners.some((one) => one.realm === realm && one.run === run)) this.#listeners.push({ realm, run });
  }
  remove(run: Listener): void {
    this.#listeners = this.#listeners.filter((one) => one.run !== run);
  }
  fire(...args: unknown[]): unknown[] {
    this.#listeners = this.#listeners.filter(({ realm }) => !realm.dead);
    return [...this.#listeners].map(({ run }) => run(...args));
  }
  of(realm: Realm) {
    return {
      addListener: (run: Listener) => this.add(realm, run),
      removeListener: (run: Listener) => this.remove(run),
    };
  }
}

/** An event that starts the worker if it does not run, because the worker listens from its first moment. */
class WakingEvent extends Event {
  #wake: () => unknown;
  constructor(wake: () => unknown) {
    super();
    this.#wake = wake;
  }
  override fire(...args: unknown[]): unknown[] {
    this.#wake();
    return super.fire(...args);
  }
}

type Items = Record<string, unknown>;
const copy = <T>(value: T): T => (value === undefined ? value : structuredClone(value));
/** Copies a message as it is sent between processes: without what JSON does not support. */
const crossing = (value: unknown) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

/** One storage area. */
class Area {
  items: Items = {};
  #name: string;
  #changed: Event;
  #onSet: () => void;
  constructor(name: string, changed: Event, onSet = () => {}) {
    this.#name = name;
    this.#changed = changed;
    this.#onSet = onSet;
  }
  async get(wanted?: string | string[] | Items | null): Promise<Items> {
    const names = wanted == null ? Object.keys(this.items) : typeof wanted === 'string' ? [wanted] : wanted;
    const list = Array.isArray(names) ? names : Object.keys(names);
    return Object.fromEntries(list.filter((name) => name in this.items).map((name) => [name, copy(this.items[name])]));
  }
  async set(items: Items): Promise<void> {
    const changes = Object.fromEntries(
      Object.entries(items).map(([name, value]) => [name, { oldValue: this.items[name], newValue: copy(value) }]),
    );
    Object.assign(this.items, copy(items));
    this.#onSet();
    this.#changed.fire(changes, this.#name);
  }
  async remove(names: string | string[]): Promise<void> {
    for (const name of [names].flat()) {
      if (!(name in this.items)) continue;
      const oldValue = this.items[name];
      delete this.items[name];
      this.#changed.fire({ [name]: { oldValue } }, this.#name);
    }
  }
  of(realm: Realm) {
    return {
      get: realm.safe((wanted?: string) => this.get(wanted)),
      set: realm.safe((items: Items) => this.set(items)),
      remove: realm.safe((names: string) => this.remove(names)),
    };
  }
}

const origin = 'chrome-extension://waymark';

export interface Tab {
  id: number;
  url: string;
  incognito: boolean;
  active: boolean;
}

interface Connection {
  id: string;
  analyticsUrl: string;
  account: string;
  key: string;
}

/** A browser with the extension: everything that outlives the worker. */
export class FakeBrowser {
  readonly locks = new Locks();
  readonly database = new IDBFactory() as unknown as IDBFactory;
  readonly online = new Event();
  readonly tabs: Tab[] = [];
  /** The badge of the toolbar button on each tab. */
  readonly badges = new Map<number, string>();
  /** The timers of the alarms, by name. */
  readonly alarms = new Map<string, number>();
  worker: Realm | undefined;
  #world: World;
  #changed = new WakingEvent(() => this.wake());
  #messages = new Event();
  #alarmed = new Event();
  #others = new Map<string, Event>();
  #local = new Area('local', this.#changed, () => this.#world.noteAccount());
  #session = new Area('session', this.#changed);

  constructor(world: World) {
    this.#world = world;
  }

  /** The stored connections. */
  get connections(): readonly Connection[] {
    const { connections, keys } = this.#local.items as Record<string, { value: Any } | undefined>;
    const list: Connection[] = connections?.value.list ?? [];
    return list.map((one) => ({ ...one, key: keys?.value[`${one.id}:analytics`]?.key }));
  }

  connectionAt(slot: Slot): Connection | undefined {
    return this.connections.find(({ id }) => id === slots[slot]);
  }

  get usedLast(): Connection | undefined {
    const active = (this.#local.items.connections as { value: Any } | undefined)?.value.active;
    return this.connections.find(({ id }) => id === active) ?? this.connections[0];
  }

  /** Returns the worker, and starts it if it does not run. */
  wake(): Realm {
    if (this.worker) return this.worker;
    this.worker = new Realm(this.#world, this, 'worker');
    this.worker.inside.background.main();
    return this.worker;
  }

  kill(): void {
    const { worker } = this;
    this.worker = undefined;
    worker?.end();
    if (worker) this.locks.drop(worker);
  }

  #event(realm: Realm, name: string) {
    if (!this.#others.has(name)) this.#others.set(name, new Event());
    return (this.#others.get(name) as Event).of(realm);
  }

  #send(page: Realm, message: unknown): Promise<unknown> {
    const worker = this.wake();
    const sender = { id: 'waymark', origin, url: `${origin}/manage.html`, frameId: 0 };
    return page.alive(
      new Promise((resolve, reject) => {
        const gone = worker.onEnd(() => reject(new Error('The message port closed before a response was received.')));
        const answer = (value: unknown) => {
          gone();
          if (!worker.dead) resolve(crossing(value));
        };
        const heard = this.#messages.fire(crossing(message), sender, answer);
        if (!heard.includes(true)) {
          gone();
          resolve(undefined);
        }
      }),
    );
  }

  #alarm(name: string, { when, periodInMinutes = 0 }: { when?: number; periodInMinutes?: number }): void {
    this.#clear(name);
    const { clock } = this.#world;
    const begin = (delay: number) => this.alarms.set(name, clock.later(delay, ring));
    const ring = () => {
      if (periodInMinutes) begin(periodInMinutes * 60_000);
      else this.alarms.delete(name);
      this.wake();
      this.#alarmed.fire({ name });
    };
    begin(when === undefined ? periodInMinutes * 60_000 : when - clock.shown);
  }

  #clear(name: string): boolean {
    this.#world.clock.cancel(this.alarms.get(name));
    return this.alarms.delete(name);
  }

  /** Returns the object `browser` for one realm. What is not listed is an event, or a function that does nothing. */
  of(realm: Realm, name: 'worker' | 'page') {
    const { safe } = realm;
    const nothing = safe(() => undefined);
    const part = (title: string, own: object = {}) =>
      new Proxy<Any>(own, {
        get(listed, key: string) {
          if (key in listed) return listed[key];
          return key.startsWith('on') ? event(`${title}.${key}`) : nothing;
        },
      });
    const event = (what: string) => this.#event(realm, `${name === 'page' ? 'page:' : ''}${what}`);
    const setBadge = ({ tabId, text }: { tabId?: number; text: string | null }) =>
      void (tabId !== undefined && this.badges.set(tabId, text ?? ''));
    return {
      runtime: part('runtime', {
        id: 'waymark',
        getURL: (path: string) => `${origin}${path.startsWith('/') ? '' : '/'}${path}`,
        getManifest: () => ({ version: '1.0.0' }),
        getContexts: safe(() => []),
        sendMessage: (message: unknown) => this.#send(realm, message),
        ...(name === 'worker' && { onMessage: this.#messages.of(realm) }),
      }),
      storage: { local: this.#local.of(realm), session: this.#session.of(realm), onChanged: this.#changed.of(realm) },
      alarms: part('alarms', {
        create: safe((alarm: string, at: { when?: number; periodInMinutes?: number }) => this.#alarm(alarm, at)),
        clear: safe((alarm: string) => this.#clear(alarm)),
        get: safe((alarm: string) => (this.alarms.has(alarm) ? { name: alarm } : undefined)),
        getAll: safe(() => [...this.alarms.keys()].map((alarm) => ({ name: alarm }))),
        ...(name === 'worker' && { onAlarm: this.#alarmed.of(realm) }),
      }),
      action: part('action', {
        setBadgeText: safe(setBadge),
        getBadgeText: safe(({ tabId = -1 }: { tabId?: number }) => this.badges.get(tabId) ?? ''),
      }),
      tabs: part('tabs', {
        get: safe((id: number) => {
          const tab = this.tabs.find((one) => one.id === id);
          if (!tab) throw new Error('No tab');
          return { ...tab };
        }),
        query: safe(({ active }: { active?: boolean }) => this.tabs.filter((tab) => !active || tab.active)),
      }),
      permissions: part('permissions', {
        contains: safe(() => true),
        request: safe(() => true),
        remove: safe(() => true),
        getAll: safe(() => ({ origins: [], permissions: [] })),
      }),
      contextMenus: part('contextMenus'),
      commands: part('commands'),
      notifications: part('notifications'),
      windows: part('windows'),
      i18n: { getMessage: (key: string) => (key === 'language' ? 'en' : key), getUILanguage: () => 'en' },
    };
  }

  /** Clicks in a tab's context menu. Resolves when all that this began has ended, at the latest with the worker. */
  click(host: string, incognito: boolean, menuItemId: string): Promise<unknown> {
    const worker = this.wake();
    const pageUrl = `https://${host}/`;
    const tab = this.tabs.find(({ url }) => url === pageUrl);
    const clicked = this.#others.get('contextMenus.onClicked')?.fire({ menuItemId, pageUrl }, { ...tab, incognito });
    const stopped = new Promise<void>((resolve) => void worker.onEnd(resolve));
    return Promise.race([Promise.all(clicked ?? []), stopped]);
  }

  /** Simulates the visit to a tab, which draws its badge again. */
  look(): void {
    this.wake();
    for (const { id } of this.tabs) this.#others.get('tabs.onUpdated')?.fire(id, { status: 'complete' }, {});
  }
}
