import { browser } from 'wxt/browser';
import { useWatched } from '@/components/useWatched.ts';
import { watchAccess } from '@/lib/connections/permissions.ts';
import { lastReportOf } from '@/lib/storage/lastReport.ts';
import { policyInForce } from '@/lib/storage/policyInForce.ts';
import { connections, watch } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { holdView, offeredPage } from '../route.ts';
import { loadRead, mirror, mirrored, newId } from './mirror.ts';
import { opening, reduce } from './reduce.ts';
import { lastPage, run } from './run.ts';
import type { Turn } from './save.ts';
import { isTyped } from './shown.ts';
import type { Command, Event, Send, State } from './state.ts';

/**
 * Holds the state of one form and runs its commands. Runs them at once, because the browser only asks for access within
 * a click.
 */
function hold(begin: Turn, show: (state: State) => void, follow: (command: Command, state: State, send: Send) => void) {
  let { state } = begin;
  const send: Send = (event: Event) => {
    const next = reduce(state, event);
    state = next.state;
    show(state);
    for (const command of next.commands) follow(command, state, send);
  };
  return { send, now: () => state };
}

export interface Opened {
  state: State;
  send: Send;
}

/** Returns the form of one connection, or without `id` of a new one. Undefined until it is read. */
export const useConnection = (id: string | undefined): Opened | undefined =>
  useWatched<Opened | undefined>(
    (tell) => {
      const stops: (() => void)[] = [];
      let isShown = true;
      /** Whether the person has discarded the form. */
      let isDiscarded = false;
      const open = async () => {
        const own = id ?? (await newId());
        const read = await loadRead(own);
        if (!isShown) return;
        const offered = offeredPage(location.search, read.all);
        const page = offered?.of ? undefined : offered?.page;
        const first = opening(own, read, mirrored(own), page, id !== undefined);
        const isPrivate = browser.extension?.inIncognitoContext;
        let shown = location.href;
        const show = (state: State) => {
          if (!isPrivate && !isDiscarded) mirror(own, state);
          tell({ state, send: held.send });
        };
        const held = hold(first, show, (command, state, send) => {
          const isNaming = command.do === 'name-route';
          // Another view may be shown by then, even one for the address of a new connection.
          if (isNaming && !isShown) return;
          void run(command, state, send);
          if (isNaming) shown = location.href;
        });
        const look = () => void loadRead(own).then((now) => isShown && held.send({ type: 'read', read: now }));
        const ask = (event: BeforeUnloadEvent) => isTyped(held.now().typed) && event.preventDefault();
        const stays = (event: HashChangeEvent) => {
          if (location.href === shown) return true;
          if (!isTyped(held.now().typed) || confirm(t('options.leave_warning'))) {
            isDiscarded = true;
            mirror(own);
            return false;
          }
          shown = event.oldURL;
          history.replaceState(null, '', event.oldURL);
          return true;
        };
        addEventListener('beforeunload', ask);
        stops.push(
          watch(connections, look),
          watch(policyInForce, look),
          watch(lastReportOf(own), look),
          watchAccess(look),
          () => removeEventListener('beforeunload', ask),
          holdView(stays),
        );
        tell({ state: first.state, send: held.send });
        for (const command of first.commands) void run(command, first.state, held.send);
        if (!read.connection && !page)
          void lastPage().then(
            (last) => last && held.send({ type: 'last-page', page: last }),
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
