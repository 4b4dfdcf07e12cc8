import { filled, job, type Scene, type Step, scene, shop, view } from './reach.ts';
import { answers, clicks, goes, puts, sees, stuck } from './steps.ts';

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

const clients = `domain,Privacy,email
bakery.example.org,public,0
clinic.example.org,restricted,1
studio.example.net,private,0
${shop},public,0
clinic.example.org,private,1
studio.example.net,public
192.168.1.10,private,0`;

/** Drops a file on the sources. */
const drops =
  (name: string, text: string): Step =>
  (page) =>
    page.evaluate(
      (called, content) => {
        const files = new DataTransfer();
        files.items.add(new File([content], called));
        const drop = new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true });
        document.querySelector('.sources-step')?.dispatchEvent(drop);
      },
      name,
      text,
    );

const pastes = [goes(add, '.sources-step'), puts(box, pasted), sees(`${check}:not(:disabled)`)];

const withJob =
  (limit?: number): Scene['open'] =>
  async (stage) => {
    await job(stage, 'create', limit);
    return stage.page(`manage.html${add}`);
  };

/** All states of Add many. */
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
      'full',
      'add many, privacy in doubt',
      goes(add, '.sources-step'),
      drops('clients of 2026.csv', clients),
      sees(`${check}:not(:disabled)`),
      clicks(check),
      sees('.of-entries .group.in-there'),
    ),
    view(
      'full',
      'add many, a row to edit',
      clicks('.of-entries .entry.in-check button'),
      sees('.sources-step .field input'),
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
