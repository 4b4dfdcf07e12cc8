import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { listenForRepeats } from '@/lib/background/audit/events.ts';
import { updateWaits } from '@/lib/background/deferUpdate.ts';
import { jobsAlarm } from '@/lib/background/jobs/alarm.ts';
import { listenForJobs } from '@/lib/background/jobs/handlers.ts';
import { wake } from '@/lib/background/jobs/runner.ts';
import { forgetGone } from '@/lib/background/keepToConnections.ts';
import { guardStorage } from '@/lib/background/keys.ts';
import { listenForNotices } from '@/lib/background/notices.ts';
import { listenForOmnibox } from '@/lib/background/omnibox/listen.ts';
import { followed, listenForPolicy } from '@/lib/background/policy/listen.ts';
import { onMessage } from '@/lib/background/router.ts';
import { listenForBadges } from '@/lib/background/siteBadge.ts';
import { startDelay } from '@/lib/background/startDelay.ts';
import { nameStore } from '@/lib/records/storeName.ts';
import { auditRepeats } from '@/lib/storage/auditRepeats.ts';
import { connections, preferences, watch } from '@/lib/storage/settings.ts';

/** Housekeeping and the menu are loaded on demand, so that the worker starts fast. */
const housekeeping = () => import('@/lib/background/housekeeping.ts');
const keepHousekeeping = async () => (await housekeeping()).keepHousekeeping();
const menu = () => import('@/lib/background/menu.ts');
const makeMenu = async () => (await menu()).makeMenu();

export default defineBackground({
  // Synchronous, because a listener that is added after an await misses the event that has woken the worker.
  main() {
    browser.runtime.onMessage.addListener(onMessage as never);
    browser.contextMenus?.onClicked.addListener(async (...click) => (await menu()).onMenuClick(...click));
    browser.commands?.onCommand.addListener(async (...command) => (await menu()).onCommand(...command));
    browser.alarms.onAlarm.addListener(async ({ name }) =>
      name === jobsAlarm ? wake() : (await housekeeping()).keepHouse(),
    );
    browser.runtime.onInstalled.addListener(({ reason }) => {
      void makeMenu();
      void guardStorage();
      if (reason === 'install') void browser.runtime.openOptionsPage();
    });
    listenForJobs();
    listenForRepeats();
    listenForNotices();
    listenForBadges();
    listenForOmnibox();
    listenForPolicy();
    // Gives the store a name, so that a page can tell whether it has opened the worker's store. Then moves an earlier
    // version's records into the present tables, and deletes the records of connections that are gone.
    const keepStore = async () => {
      await nameStore();
      await (await import('@/lib/background/records/copyOld.ts')).copyOld();
      await forgetGone();
    };
    setTimeout(() => void keepStore().catch(() => {}), startDelay);
    setTimeout(async () => (await housekeeping()).afterStart(), startDelay + 500);
    watch(preferences, makeMenu);
    watch(connections, makeMenu);
    // In Firefox, this makes the menu once per session, because `followed` is set in each. Firefox drops the menu,
    // without any event, if the extension is updated while it is switched off.
    watch(followed, makeMenu);
    // When housekeeping is due depends on these settings.
    watch(auditRepeats, keepHousekeeping);
    watch(updateWaits, keepHousekeeping);
    watch(followed, keepHousekeeping);
  },
});
