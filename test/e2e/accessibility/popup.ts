import { traitsOf } from '../../../lib/services/traits.ts';
import { buildSnippet } from '../../../lib/tracking/build.ts';
import { askWorker } from '../harness/connect.ts';
import { long, type Scene, type Step, scene, shop, unconnected, view } from './reach.ts';
import { type Stage, says, teams } from './stage.ts';
import { answers, chooses, clicks, puts, reloads, sees, stuck } from './steps.ts';

/** Opens the popup over a site, after `prepare` has prepared the service. */
const over =
  (prepare: (sandbox: Stage['sandbox']) => unknown = () => {}, host = shop): Scene['open'] =>
  (stage) => {
    prepare(stage.sandbox);
    return stage.popup(`http://${host}/?utm_source=mail&token=1`);
  };

/** Opens the popup over a site with its code, of a service that reports visits. It may be registered, for a team. */
const overVisited =
  (host = shop, isRegistered = true, teamId: string | null = null): Scene['open'] =>
  async ({ session, umami, pages, popup }) => {
    const services = { analytics: { url: umami.url, key: umami.key } };
    await askWorker(session, 'connection.save', { services, keep: 'always' });
    const id = isRegistered && umami.put(host, { shareId: 'aaaabbbbccccdddd', ...(teamId && { teamId }) });
    const { trackingCode } = traitsOf('umami').templates;
    if (id) pages.head = buildSnippet(trackingCode, { base_url: umami.url, domain: host, id }) ?? '';
    return popup(`http://${host}/`);
  };

/** Makes the last visit be this number of days ago. */
const quietFor =
  (days: number): Step =>
  (_page, { umami }) => {
    umami.hits.forget();
    for (const { id } of umami.rows) umami.hits.add(id, Date.now() - days * 86_400_000);
  };

/** All states of the popup. */
export const popups: Scene[] = [
  unconnected(
    'popup',
    (stage) => stage.popup(`${stage.sandbox.url}/websites`),
    view('empty', 'not set up', sees('input[inputmode=url]')),
  ),
  scene('popup', (stage) => stage.popup('about:blank'), view('empty', 'no site', sees('h1'))),
  scene(
    'popup',
    over(),
    view('empty', 'not registered', sees('.tracking-status')),
    view('full', 'just registered', clicks('button[type=submit]'), sees('.statistics')),
  ),
  scene(
    'popup',
    overVisited(shop, false),
    view(
      'busy',
      'waiting for the first visit',
      sees('.tracking-status'),
      clicks('button[type=submit]'),
      sees('.visit-wait .hint:not(:empty)'),
    ),
  ),
  scene('popup', overVisited(), view('full', 'visited', says('visits.last'))),
  scene(
    'popup',
    overVisited(shop, false),
    view(
      'full',
      'a team to choose',
      clicks('.more .disclosure'),
      chooses(`select:has([value="${teams.member.id}"])`, teams.member.id),
      says('popup.team_new'),
    ),
  ),
  scene(
    'popup',
    overVisited(shop, true, teams.guest.id),
    view('full', 'a team’s, only to view', says('record.only_views')),
  ),
  scene(
    'popup',
    overVisited(),
    view('error', 'no visit for days', says('visits.last'), quietFor(12), reloads, sees('.site-status.warn')),
  ),
  scene(
    'popup',
    overVisited('mine.example.com'),
    view(
      'full',
      'own visits left out',
      sees('.switch:not(:disabled)'),
      // The browser stores this setting, also for the next language.
      (page) => page.$eval('.switch', (box) => (box as HTMLInputElement).checked || (box as HTMLElement).click()),
      says('visits.mine_excluded'),
    ),
  ),
  scene(
    'popup',
    over((sandbox) => sandbox.addWebsite({ domain: 'example.com' }), `www.${long}`),
    view(
      'full',
      'everything to fill in',
      sees('.tracking-status'),
      // Until it is known that another site covers this one, the site has another button.
      clicks('.hint + .button'),
      clicks('.segments label:last-child'),
      clicks('.more .disclosure'),
      sees('.more .chip'),
      clicks('.more .kind'),
      sees('.kinds:not([hidden])'),
      clicks('.names-button'),
    ),
  ),
  scene(
    'popup',
    over((sandbox) => sandbox.behave(stuck)),
    view('busy', 'asking', says('popup.checking')),
    view('busy', 'registering', clicks('button[type=submit]'), sees('button[aria-disabled=true]')),
  ),
  scene(
    'popup',
    over((sandbox) => sandbox.behave({ fault: '401' })),
    view('error', 'key refused', sees('.status-line .warn'), sees('.primary')),
  ),
  scene(
    'popup',
    over((sandbox) => sandbox.addWebsite({ domain: shop, privacy: 1 })),
    view(
      'full',
      'privacy moved, not saved',
      sees('.statistics'),
      sees('.tracking-status'),
      (page) => page.focus('.segments :checked'),
      (page) => page.keyboard.press('ArrowLeft'),
      sees('.segments.pending'),
    ),
    view('error', 'service failing, known from earlier', answers({ fault: '500' }), reloads, sees('.last-known')),
  ),
  scene(
    'popup',
    over((sandbox) => {
      sandbox.addWebsite({ domain: shop, privacy: 2, password: 'kept' });
      sandbox.addProject({ project: shop, reports: 3, result: 87 });
    }),
    view('full', 'registered', sees('.statistics'), sees('.seo[data-state="found"]'), sees('.tracking-status')),
    view(
      'full',
      'all fields',
      clicks('.more .disclosure'),
      clicks('.more .chip'),
      sees('.more [type=submit]:not([aria-disabled=true])'),
    ),
    view('full', 'deleting', clicks('.more .risky'), sees('.button.danger')),
    view(
      'full',
      'searching',
      (page) => page.focus('.finder input'),
      puts('.finder input', 'exam'),
      sees('[role=option]'),
    ),
    view('empty', 'nothing found', puts('.finder input', 'nowhere'), sees('.results .button')),
  ),
  scene(
    'popup',
    over((sandbox) => sandbox.addWebsite({ domain: shop })),
    view(
      'error',
      'password not saved',
      sees('.statistics'),
      answers({ fault: '500' }),
      clicks('.segments label:last-child'),
      puts('input[type=text]', 'walnut lamp'),
      clicks('.primary[type=submit]'),
      sees('.note.danger'),
    ),
  ),
];
