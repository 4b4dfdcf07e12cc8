import { answers, clicks, filled, goes, job, puts, type Scene, scene, sees, shop, stuck, view } from './reach.ts';

const add = '?tab=add';
const box = '.sources-step textarea';
const check = '.sources-step footer .primary';
const pasted = `new.example.com
https://second.example.org/path?x=1
${shop}
www.tickets.example.org
new.example.com
someone@example.com
co.uk
xn--bcher-kva.example.org
We run bakery.example.org since May
192.168.1.10`;
const table = `Kunde;Auftritt;Zugang
Bakery;bakery.example.org;abc.de
Clinic;clinic.example.org;xyz.de`;

const pastes = [goes(add, '.sources-step'), puts(box, pasted), sees(`${check}:not(:disabled)`)];

const withJob =
  (limit?: number): Scene['open'] =>
  async (stage) => {
    await job(stage, 'create', limit);
    return stage.page(`manage.html${add}`);
  };

/** Every state of Add many. */
export const addingMany: Scene[] = [
  scene(
    'manage',
    filled(`manage.html${add}`),
    view('empty', 'add many, nothing yet', sees('.sources-step')),
    view('full', 'add many, sources', ...pastes),
    view(
      'full',
      'add many, what would happen',
      clicks(check),
      sees('.of-entries .group.in-there'),
      clicks('aside .segments label:last-child'),
      clicks('aside summary'),
    ),
    view('full', 'add many, columns to choose', goes(add, '.sources-step'), puts(box, table), sees('.column-choice')),
    view(
      'full',
      'add many, columns were chosen',
      clicks('.column-choice input'),
      sees(`${check}:not(:disabled)`),
      clicks(check),
      sees('.source-lines button'),
    ),
    view(
      'error',
      'add many, check failed',
      ...pastes,
      answers({ fault: '500' }),
      clicks(check),
      sees('.check-bar .note.danger'),
    ),
    view('busy', 'add many, checking', ...pastes, answers(stuck), clicks(check), sees('.check-bar progress')),
  ),
  scene('manage', withJob(4), view('busy', 'add many, waiting', sees('.job-panel progress'))),
  scene(
    'manage',
    withJob(),
    view('error', 'add many, the report', clicks('.job-panel.failed [aria-expanded]'), sees('.job-panel td.outcome')),
  ),
];
