import { type HitsOfAll, script, toAnyPage } from './hits.ts';
import type { Heard, Said } from './standIn.ts';

/** Reports a visit as Matomo's tracker does, but not after its opt-out, a cookie of the page's site. */
const tracker = `(() => {
  const removed = 'mtm_consent_removed';
  const tracker = {
    setTrackerUrl(url) { this.url = url; },
    setSiteId(id) { this.id = id; },
    isUserOptedOut: () => document.cookie.includes(removed + '='),
    optUserOut() { document.cookie = removed + '=' + Date.now() + '; path=/; SameSite=Lax; max-age=31536000'; },
    forgetUserOptOut() { document.cookie = removed + '=; path=/; max-age=0'; },
    trackPageView() {
      if (this.isUserOptedOut()) return;
      const fields = { idsite: this.id, rec: '1', url: location.href, action_name: document.title };
      new Image().src = this.url + '?' + new URLSearchParams(fields);
    },
  };
  const first = ['setTrackerUrl', 'setSiteId', 'optUserOut', 'forgetUserOptOut'];
  const run = ([name, ...given]) => (typeof name === 'function' ? name.apply(tracker, given) : tracker[name]?.(...given));
  const queue = (window._paq || []).flatMap((one) => (Array.isArray(one[0]) ? one : [one]));
  for (const one of queue) if (first.includes(one[0])) run(one);
  for (const one of queue) if (!first.includes(one[0])) run(one);
  window._paq = { push: (...all) => all.forEach(run) };
  window.Matomo = { initialized: true, getTracker: () => tracker, getAsyncTracker: () => tracker };
})();`;

const image: Said = {
  status: 200,
  body: 'GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x01D\x00;',
  headers: { 'content-type': 'image/gif' },
};

/** Answers requests of visited pages: for the tracker, and to count a hit. Undefined for other requests. */
export function answerToPage(
  { path, query, body }: Heard,
  isThere: (id: string) => boolean,
  hits: HitsOfAll,
): Said | undefined {
  if (path === '/matomo.js') return script(tracker);
  if (path !== '/matomo.php') return undefined;
  const fields = new URLSearchParams([...query, ...new URLSearchParams(body)]);
  const id = fields.get('idsite') ?? '';
  if (!isThere(id)) return toAnyPage({ status: 400 });
  if (fields.get('rec') === '1') hits.add(id);
  return toAnyPage(image);
}
