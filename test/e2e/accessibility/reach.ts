import type { Page } from 'puppeteer-core';
import type { WebsiteRow } from '../../sandbox/sandbox.ts';
import { askWorker } from '../harness/connect.ts';
import type { Stage } from './stage.ts';

/** An action of a person in a page, or an event there. */
export type Step = (page: Page, stage: Stage) => unknown;

/** A page in a state, and the steps that lead to it. They find elements by structure, which works in all languages. */
export interface View {
  name: string;
  state: 'empty' | 'busy' | 'error' | 'full';
  go(page: Page, stage: Stage): Promise<void>;
}

export const view = (state: View['state'], name: string, ...steps: Step[]): View => ({
  name,
  state,
  go: async (page, stage) => {
    for (const step of steps) await step(page, stage);
  },
});

/** Views that follow one another in one page. */
export interface Scene {
  name: 'popup' | 'options' | 'manage';
  /** Whether no service is connected yet. */
  first?: true;
  open(stage: Stage): Promise<Page>;
  views: View[];
}

export const scene = (name: Scene['name'], open: Scene['open'], ...views: View[]): Scene => ({ name, open, views });
export const unconnected = (...given: Parameters<typeof scene>): Scene => ({ ...scene(...given), first: true });

export const shop = 'shop.example.com';
export const long = `${'long-name-'.repeat(5)}x.another-label.example.com`;

/** Websites of all kinds: with each privacy, without reported values, with an international and a very long name. */
const sites: ({ domain: string } & Partial<WebsiteRow>)[] = [
  { domain: shop },
  { domain: 'journal.example.com', privacy: 0, email: 1 },
  { domain: 'xn--bcher-kva.example', privacy: 2, exclude_bots: 0 },
  { domain: 'unknown.example', privacy: null, email: null, exclude_bots: null },
  { domain: long, privacy: 2 },
  { domain: 'studio.example.net', email: 1 },
  { domain: 'tickets.example.org' },
];

/** Fills the service with records of all kinds. */
export function fillService({ sandbox }: Stage): void {
  sandbox.addWebsites(sites);
  const projects = { [shop]: 87, 'journal.example.com': 54, 'lonely.example.org': 31 };
  for (const [project, result] of Object.entries(projects)) sandbox.addProject({ project, reports: 3, result });
}

export const opens =
  (path: string): Scene['open'] =>
  (stage) =>
    stage.page(path);

/** Opens a page of a service with records of all kinds. */
export const filled =
  (path: string): Scene['open'] =>
  (stage) => {
    fillService(stage);
    return stage.page(path);
  };

const created = ['one.example.net', 'two.example.net', 'co.uk', 'three.example.net', 'four.example.net'];

/** Starts a job that stops midway if the service allows only `limit` requests. */
export async function job({ session, sandbox }: Stage, kind: 'create' | 'update', limit?: number): Promise<void> {
  if (limit) sandbox.behave({ rateLimit: { limit, windowMs: 600_000 } });
  const websites = sandbox.websites().map(({ domain, id }) => ({ key: domain, id: String(id) }));
  const items = kind === 'create' ? created.map((key) => ({ key })) : websites;
  const [fields, password] = [{ privacy: 2 }, { way: 'each' }];
  const id = '00000000-0000-4000-8000-000000000001';
  await askWorker(session, 'jobs.start', { id, kind, items, fields, password, speed: 'fast' });
}
