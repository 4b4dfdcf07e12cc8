import { browser } from 'wxt/browser';
import { useWatched } from '@/components/useWatched.ts';
import { watchAccess } from '@/lib/connections/permissions.ts';
import { lastReportOf } from '@/lib/storage/lastReport.ts';
import { policyInForce } from '@/lib/storage/policyInForce.ts';
import { connections, defaults, preferences, watch } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { holdView, offeredPage } from '../route.ts';
import { loadRead, mirror, mirrored, newId } from './mirror.ts';
import { opening, reduce } from './reduce.ts';
import { giveUp, lastPage, run } from './run.ts';
import { isTyped } from './shown.ts';
import type { Opened, Send } from './state.ts';

/** Returns the form of a connection, or of a new one if `id` is missing. Undefined until its data has been read. */
export const useConnection = (id: string | undefined): Opened | undefined =>
  useWatched<Opened | undefined>(
    (tell) => {
      const stops: (() => void)[] = [];
      let isShown = true;
      let isDiscarded = false;
      // The URL is read now, because the person may have gone back by the time the data arrives.
      let shown = location.href;
      const open = async () => {
        const own = id ?? (await newId());
        const read = await loadRead(own);
        if (!isShown) return;
        const offered = offeredPage(location.search, read.all);
        const page = offered?.of ? undefined : offered?.page;
        let { state, commands } = opening(own, read, mirrored(own), page, id !== undefined);
        const isPrivate = browser.extension?.inIncognitoContext;
        // Runs the commands at once, because browsers ask for access only within a click.
        const runAll = () => {
          for (const command of commands) {
            const isNaming = command.do === 'name-route';
            // If another view is shown by now, the URL belongs to it and must stay as it is, even if it is `#new`.
            if (isNaming && !isShown) continue;
            void run(command, state, send);
            if (isNaming) shown = location.href;
          }
        };
        const send: Send = (event) => {
          ({ state, commands } = reduce(state, event));
          if (!isPrivate && !isDiscarded) mirror(own, state);
          tell({ state, send });
          runAll();
        };
        const look = () => void loadRead(own).then((now) => isShown && send({ type: 'read', read: now }));
        const ask = (event: BeforeUnloadEvent) => isTyped(state.typed) && event.preventDefault();
        const stays = (event: HashChangeEvent) => {
          if (location.href === shown) return true;
          if (!isTyped(state.typed) || confirm(t('options.leave_warning'))) {
            isDiscarded = true;
            giveUp(own);
            return false;
          }
          shown = event.oldURL;
          history.replaceState(null, '', event.oldURL);
          return true;
        };
        addEventListener('beforeunload', ask);
        stops.push(
          watch(connections, look),
          watch(defaults, look),
          watch(preferences, look),
          watch(policyInForce, look),
          watch(lastReportOf(own), look),
          watchAccess(look),
          () => removeEventListener('beforeunload', ask),
          holdView(stays),
        );
        tell({ state, send });
        runAll();
        if (!read.connection && !page)
          void lastPage().then(
            (last) => last && send({ type: 'last-page', page: last }),
            () => {},
          );
      };
      void open();
      return () => {
        isShown = false;
        stops.forEach((stop) => void stop());
      };
    },
    [id],
  );
