import type { Sandbox } from '../sandbox/sandbox.ts';
import { closePopup, press, warmOrCold } from './open.ts';
import { evaluate, inExtension, until } from './pages.ts';
import type { Context } from './popups.ts';
import type { Report } from './report.ts';
import { fillSites } from './seed.ts';
import { inTurn } from './stats.ts';
import { bareCreate, connect, type Installed, shop, waymark, withInstalled } from './subject.ts';

const latency = 50;

/** Returns a script that sends the bare request. Resolves to the time until its answer has been read (milliseconds). */
const bare = (sandbox: Sandbox, domain: string) => `(async () => {
  const began = performance.now();
  await ${bareCreate(sandbox, `'${domain}'`)};
  return performance.now() - began;
})()`;

/**
 * A script that presses Track. Resolves to the time until the popup says that the site is registered (milliseconds).
 */
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

/** Measures the time from a press of Track until the popup says that the site is registered, and a bare request's. */
export const registrations = ({ build, web, sandbox, runs, say }: Context): Promise<Report['register']> => {
  let requests = Number.NaN;
  const alone = (installed: Installed, run: number) => {
    sandbox.reset();
    sandbox.behave({ delay: latency });
    return inExtension<number>(installed.browser, installed.id, bare(sandbox, `run${run + 1}.example.com`));
  };
  const register = async (installed: Installed) => {
    await warmOrCold(installed, false);
    const { popup } = await press(installed);
    const isLookedUp = `document.body.innerText.includes('Not registered')`;
    await until('looked up', () => evaluate<boolean>(installed.browser, popup, isLookedUp));
    sandbox.clearLog();
    const time = await evaluate<number>(installed.browser, popup, tracked);
    requests = sandbox.log.length;
    await closePopup(installed, popup);
    // Makes the site unregistered for the next popup.
    await fillSites(installed, [], 0);
    return time;
  };
  const task = async (installed: Installed) => {
    await connect(installed, sandbox);
    const times = await inTurn(runs, {
      'Bare request': (run) => alone(installed, run),
      Waymark: () => register(installed),
    });
    sandbox.reset();
    say('A site registered, again and again.');
    return times.map((one) => ({ ...one, requests: one.name === 'Waymark' ? requests : 1 }));
  };
  return withInstalled(task, waymark(build).unregistered, web.port, shop);
};
