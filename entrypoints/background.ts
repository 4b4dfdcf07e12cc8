import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { listenForBadges } from '@/lib/background/badges.ts';
import { reloadForUpdate, updateAlarm } from '@/lib/background/deferUpdate.ts';
import { listenForJobs } from '@/lib/background/jobs/handlers.ts';
import { guardStorage } from '@/lib/background/keys.ts';
import { makeMenu, onCommand, onMenuClick } from '@/lib/background/menu.ts';
import { onMessage } from '@/lib/background/router.ts';
import { createsAlarm } from '@/lib/background/websites/pendingCreates.ts';
import { reconcilePendingCreates } from '@/lib/background/websites/register.ts';
import { keepToConnection, refreshAlarm, resumeRefresh } from '@/lib/background/websites/sync.ts';
import { connections, preferences, watch } from '@/lib/storage/settings.ts';

export default defineBackground({
  // Synchronous: a listener registered after an await misses the event that woke the worker.
  main() {
    browser.runtime.onMessage.addListener(onMessage as never);
    browser.contextMenus?.onClicked.addListener(onMenuClick);
    browser.commands?.onCommand.addListener(onCommand);
    browser.alarms.onAlarm.addListener(({ name }) => (name === createsAlarm ? reconcilePendingCreates() : undefined));
    browser.runtime.onStartup.addListener(reconcilePendingCreates);
    browser.runtime.onInstalled.addListener(({ reason }) => {
      void makeMenu();
      void guardStorage();
      if (reason === 'install') void browser.runtime.openOptionsPage();
    });
    browser.alarms.onAlarm.addListener(({ name }) => (name === refreshAlarm ? resumeRefresh() : undefined));
    browser.alarms.onAlarm.addListener(({ name }) => (name === updateAlarm ? reloadForUpdate() : undefined));
    listenForJobs();
    listenForBadges();
    watch(preferences, makeMenu);
    watch(connections, keepToConnection);
    // A create whose answer was lost can be looked up once its service is connected again.
    watch(connections, reconcilePendingCreates);
  },
});
