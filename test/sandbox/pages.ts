import type { Keys } from './log.ts';
import type { Records } from './records.ts';
import { html } from './replies.ts';
import type { Reply } from './types.ts';

const safe = (text: unknown) => String(text ?? '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const page = (title: string, body: string) =>
  `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${safe(title)}</title><style>body{font:16px system-ui;margin:2rem;color-scheme:light dark}td,th{padding:.2rem 1rem .2rem 0;text-align:left}</style>
<h1>${safe(title)}</h1>${body}`;

const table = (heads: string[], rows: unknown[][]) =>
  `<table><tr>${heads.map((head) => `<th>${safe(head)}`).join('')}</tr>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${safe(cell)}`).join('')}`)
    .join('\n')}</table>`;

const privacyWord = (privacy: number | null) => ['Public', 'Private', 'Password'][privacy ?? 0] ?? 'unknown';

/** `/`: lists the registered websites and projects. */
export function homePage(records: Records): Reply {
  const websites = records
    .websites()
    .map((row) => [row.id, row.domain, privacyWord(row.privacy), row.email, row.exclude_bots]);
  const projects = records.projects().map((row) => [row.project, row.reports, row.result, row.created_at]);
  return html(
    200,
    page(
      'Sandbox service',
      `<h2>${websites.length} websites</h2>${table(['Id', 'Domain', 'Privacy', 'E-mail', 'No bots'], websites)}
<h2>${projects.length} projects</h2>${table(['Name', 'Reports', 'Result', 'Created'], projects)}`,
    ),
  );
}

/** `/account/api`: the page from which a person copies the key. */
export const keyPage = (keys: Keys): Reply =>
  html(
    200,
    page(
      'API',
      `<p>API key: <code>${safe(keys.analytics)}</code></p>${
        keys.seo === keys.analytics ? '' : `<p>SEO API key: <code>${safe(keys.seo)}</code></p>`
      }`,
    ),
  );

/** `/login`: sets a session cookie, so that requests with cookies can be recognised. */
export const loginPage = (): Reply =>
  html(
    200,
    page('Log in', '<form method="post"><label>E-mail <input name="email"></label> <button>Log in</button></form>'),
    { 'set-cookie': 'sandbox_session=logged-in; Path=/; HttpOnly' },
  );

/** `/{domain}`: a website's statistics page, as its privacy allows. */
export function statisticsPage(records: Records, domain: string): Reply {
  const row = records.websiteByDomain(domain);
  if (!row) return html(404, page('Not found', `<p>No website ${safe(domain)} is registered.</p>`));
  const says = { 1: '<p>These statistics are private.</p>', 2: '<p>These statistics ask for a password.</p>' }[
    row.privacy ?? 0
  ];
  return html(200, page(row.domain, says ?? '<p>No visits yet.</p>'));
}

/** `/js/script.js`: stands for the tracking script, and reports nothing. */
export const scriptFile = (): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/javascript; charset=utf-8' },
  body: '',
});

export const noPage = (path: string): Reply => html(404, page('Not found', `<p>Nothing at ${safe(path)}.</p>`));
