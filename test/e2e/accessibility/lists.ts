import { askWorker, forgetLists } from '../harness/connect.ts';
import { filled, job, long, opens, type Scene, type Step, scene, unconnected, view } from './reach.ts';
import { teams } from './stage.ts';
import { answers, clicks, fills, goes, leaves, sees, stuck } from './steps.ts';

const closes: Step = async (page, stage) => {
  if (await page.$('dialog[open]')) await leaves(page, stage);
};
/** Shows what a button of the list opens. It is ready once its foot is there. */
const dialog = (name: string, button: string, first: Step = closes) =>
  view('full', `websites, ${name}`, first, clicks(button), sees('dialog[open] .danger, dialog[open] footer'));
const forgets: Step = (_page, stage) => forgetLists(stage.session);
const exporting = '.toolbar .icon-button';

/** Opens the list of a service that reports visits: recent ones, old ones, and none. */
const visited: Scene['open'] = async ({ session, umami, page }) => {
  const services = { analytics: { url: umami.url, key: umami.key } };
  await askWorker(session, 'connection.save', { services, keep: 'always' });
  for (const [at, domain] of ['steady.example', long, 'never.example'].entries()) {
    const id = umami.put(domain, at ? {} : { shareId: 'aaaabbbbccccdddd' });
    if (at < 2) umami.hits.add(id, Date.now() - at * 12 * 86_400_000);
  }
  return page('manage.html?sort_by=visit');
};

/** Opens the list of an account that is in teams. */
const shared: Scene['open'] = async ({ session, umami, page }) => {
  const services = { analytics: { url: umami.url, key: umami.key } };
  await askWorker(session, 'connection.save', { services, keep: 'always' });
  umami.put('mine.example');
  for (const domain of ['studio.example', long]) umami.put(domain, { teamId: teams.member.id });
  umami.put('guests.example', { teamId: teams.guest.id });
  return page('manage.html');
};

/** All states of the lists. */
export const lists: Scene[] = [
  unconnected('manage', opens('manage.html'), view('empty', 'not connected', sees('.state'))),
  scene(
    'manage',
    opens('manage.html'),
    view('empty', 'websites, none', sees('.state')),
    view('empty', 'projects, none', goes('?tab=projects', '.state')),
    view('empty', 'websites, nothing found', fills, goes('?search=nosuch')),
    view('empty', 'websites, filtered to nothing', goes('?filter=private&search=unknown')),
    view('full', 'projects', goes('?tab=projects')),
    view(
      'full',
      'websites, some selected',
      goes(''),
      clicks('tbody tr:nth-child(2) input'),
      clicks('tbody tr:nth-child(4) input'),
      sees('.bulk'),
    ),
    view(
      'full',
      'websites, changing many',
      clicks('.bulk .row:last-child .button'),
      clicks('.dialog .segments label:last-child'),
    ),
  ),
  scene(
    'manage',
    filled('manage.html'),
    dialog('editing', '[data-open]'),
    dialog('deleting', 'tbody .risky'),
    dialog('adding', '.toolbar .primary'),
    dialog('exporting', exporting),
    dialog('exporting what is filtered', exporting, goes('?filter=password')),
    view('error', 'websites, shown as they were', answers({ fault: '500' }), goes('', '.stale-note')),
    view('error', 'websites, key refused', forgets, answers({ fault: '401' }), goes('', '.problem')),
    view('error', 'projects, service failing', forgets, answers({ fault: '500' }), goes('?tab=projects', '.problem')),
    view('busy', 'projects, awaited', forgets, answers(stuck), goes('?tab=projects', '.skeleton')),
    view('busy', 'websites, awaited', forgets, goes('', '.skeleton')),
  ),
  scene('manage', shared, view('full', 'websites, of teams', sees('.locked'))),
  scene('manage', visited, view('full', 'websites, last visits', sees('td.visit:not(.unreported)'))),
  scene(
    'manage',
    filled('manage.html'),
    view(
      'busy',
      'websites, a change of many waits',
      sees('.panel tbody tr'),
      (_page, stage) => job(stage, 'update', 4),
      clicks('.job-panel [aria-expanded]'),
      sees('.job-panel td.outcome'),
    ),
  ),
];
