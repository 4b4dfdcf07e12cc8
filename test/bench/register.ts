import { setTimeout } from 'node:timers/promises';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { press, warmOrCold } from './open.ts';
import { closeTab, evaluate, inExtension, targets, until } from './pages.ts';
import type { Context } from './popups.ts';
import type { RegisterRow } from './report.ts';
import { fillSites } from './seed.ts';
import { spread } from './stats.ts';
import { connect, install, waymark } from './subject.ts';

const latency = 50;

/** The request alone, from a page of the same browser: milliseconds until its answer is read. */
const bare = ({ url, key }: Sandbox, domain: string) => `(async () => {
  const began = performance.now();
  const answer = await fetch('${url}/api/v1/websites', {
    method: 'POST', credentials: 'omit', cache: 'no-store', redirect: 'manual',
    headers: { authorization: 'Bearer ${key}', accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ domain: '${domain}', privacy: '1' }),
  });
  await answer.json();
  return performance.now() - began;
})()`;

/** In the popup: presses Track; milliseconds until the document says that the site is registered. */
const tracked = `new Promise((resolve) => {
  const began = performance.now();
  const said = () => [...document.querySelectorAll('[role=status]')].some(({ textContent }) => textContent.includes('is registered'));
  new MutationObserver((_, watcher) => {
    if (!said()) return;
    watcher.disconnect();
    resolve(performance.now() - began);
  }).observe(document, { subtree: true, childList: true, characterData: true });
  document.querySelector('button.primary[type=submit]').click();
})`;

/** From the press of Track until the popup says that the site is registered, beside the bare request. */
export async function registrations({ build, web, sandbox, runs, say }: Context): Promise<RegisterRow[]> {
  const installed = await install(waymark(build).unregistered, web.port, 'http://shop.example.com/');
  const { browser, id } = installed;
  const times: [number[], number[]] = [[], []];
  let requests = Number.NaN;
  const register = async () => {
    await warmOrCold(installed, false);
    const { popup } = await press(installed);
    await until('looked up', () =>
      evaluate<boolean>(browser, popup, `document.body.innerText.includes('Not registered')`),
    );
    sandbox.clearLog();
    const time = await evaluate<number>(browser, popup, tracked);
    requests = sandbox.log.length;
    await closeTab(browser, popup);
    await until('popup closed', async () => !(await targets(browser)).some(({ targetId }) => targetId === popup));
    await setTimeout(150);
    return time;
  };
  try {
    await connect(installed, sandbox);
    // The first fills the browser's caches.
    for (let run = -1; run < runs; run++) {
      sandbox.reset();
      sandbox.behave({ delay: latency });
      const alone = await inExtension<number>(browser, id, bare(sandbox, `run${run + 1}.example.com`));
      const time = await register();
      // The next popup finds it unregistered.
      await fillSites(installed, [], 0);
      if (run < 0) continue;
      times[0].push(alone);
      times[1].push(time);
    }
  } finally {
    sandbox.reset();
    await installed.close();
  }
  say('A site registered, again and again.');
  return [
    { name: 'Bare request', time: spread(times[0]), requests: 1 },
    { name: 'Waymark', time: spread(times[1]), requests },
  ];
}
