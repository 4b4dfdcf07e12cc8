import { day, type HitsOfAll, script, toAnyPage } from './hits.ts';
import { type Heard, json, type Said } from './standIn.ts';

/** Reports a visit as Umami's tracker does, except where its key in localStorage has a value. */
const tracker = `(() => {
  const { src, dataset } = document.currentScript;
  let storage;
  try { storage = localStorage; } catch {}
  if (!dataset.websiteId || storage?.getItem('umami.disabled')) return;
  if (dataset.domains && !dataset.domains.split(',').map((one) => one.trim()).includes(location.hostname)) return;
  if (dataset.doNotTrack === 'true' && navigator.doNotTrack === '1') return;
  if (dataset.autoTrack === 'false') return;
  const host = (dataset.hostUrl || src.split('/').slice(0, -1).join('/')).replace(/\\/$/, '');
  const payload = { website: dataset.websiteId, hostname: location.hostname, url: location.href, title: document.title };
  const body = JSON.stringify({ type: 'event', payload });
  const headers = { 'Content-Type': 'application/json' };
  fetch(host + '/api/send', { keepalive: true, method: 'POST', body, headers, credentials: 'omit' }).catch(() => {});
})();`;

const notFound = json({ error: { message: 'Website not found.', code: 'bad-request', status: 400 } }, 400);

function receive({ method, body }: Heard, isThere: (id: string) => boolean, hits: HitsOfAll): Said {
  if (method === 'OPTIONS') return { status: 204 };
  const { website, timestamp } = JSON.parse(body).payload as { website: string; timestamp?: number };
  if (!isThere(website)) return notFound;
  hits.add(website, timestamp === undefined ? undefined : timestamp * 1000);
  return json({ cache: 'made-up', sessionId: website, visitId: website });
}

/** Answers requests of visited pages: for the tracker, and to count a hit. Returns undefined for other requests. */
export function answerToPage(heard: Heard, isThere: (id: string) => boolean, hits: HitsOfAll): Said | undefined {
  if (heard.path === '/script.js') return script(tracker);
  return heard.path === '/api/send' ? toAnyPage(receive(heard, isThere, hits)) : undefined;
}

const hour = 3_600_000;

/** Answers with the first and last hit. Umami Cloud, as its source shows, rounds down to hours; 1970 means no hits. */
function dateRange(id: string, hits: HitsOfAll, isCloud: boolean): Said {
  const all = hits.of(id);
  const date = (at: number | undefined) => {
    if (!isCloud) return at === undefined ? null : new Date(at).toISOString();
    return new Date(Math.floor((at ?? 0) / hour) * hour).toISOString().replace('.000', '');
  };
  return json({ startDate: date(all[0]), endDate: date(all.at(-1)) });
}

function stats(id: string, query: URLSearchParams, hits: HitsOfAll): Said {
  const [from, to] = ['startAt', 'endAt'].map((name) => Number(query.get(name) ?? Number.NaN));
  if (from === undefined || to === undefined || Number.isNaN(from + to)) {
    const message = 'Either startAt+endAt or startDate+endDate must be provided';
    return json({ error: { message: 'Bad request', code: 'bad-request', status: 400, errors: [message] } }, 400);
  }
  const pageviews = hits.since(id, from).filter((at) => at <= to).length;
  const visits = hits.visits(id, from).filter((at) => at <= to).length;
  return json({ pageviews, visits });
}

/** The reports about one website that the account may see. For an administrator, the website need not exist. */
export const statistics: Record<
  string,
  (id: string, query: URLSearchParams, hits: HitsOfAll, isCloud: boolean) => Said
> = {
  daterange: (id, _query, hits, isCloud) => dateRange(id, hits, isCloud),
  stats: (id, query, hits) => stats(id, query, hits),
};

export const lastWeek = () => `startAt=${Date.now() - 7 * day}&endAt=${Date.now() + day}`;
