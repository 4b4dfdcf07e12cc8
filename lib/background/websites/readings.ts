import { browser } from 'wxt/browser';
import { isRefreshActive, type Refresh, refreshesNow, refreshOf } from '../../storage/refresh.ts';
import { get, update } from '../../storage/settings.ts';
import { isAhead } from '../../util/moments.ts';

/** The alarm that restarts a stopped worker to continue reading the lists. */
export const refreshAlarm = 'refresh';

/** How often the alarm goes off (milliseconds). */
const alarmPeriod = 30_000;

/** The end of a wait; one that begins in the future is void, because the clock was set back. */
export const stillTo = ({ until = 0, since }: Pick<Refresh, 'until' | 'since'>) =>
  isAhead(since, Date.now()) ? 0 : until;

export const refreshNow = async (name: string): Promise<Refresh> => refreshOf(await get(refreshesNow), name);

/** Updates the progress of one reading; resolves to the new one. */
export const updateRefresh = async (name: string, change: (now: Refresh) => Refresh): Promise<Refresh> =>
  refreshOf(
    await update(refreshesNow, (all) => {
      const now = refreshOf(all, name);
      const next = change(now);
      return next === now ? all : { ...all, [name]: next };
    }),
    name,
  );

/** Sets one alarm for all readings, due with the first of them. Locked, so that the last call has seen every reading. */
export const keepRefreshAlarm = () =>
  navigator.locks.request('refreshAlarm', async () => {
    const active = Object.values(await get(refreshesNow)).filter(isRefreshActive);
    const soon = Date.now() + alarmPeriod;
    const due = active.map((one) => (one.state === 'waiting' && stillTo(one)) || soon);
    if (!due.length) await browser.alarms.clear(refreshAlarm);
    else await browser.alarms.create(refreshAlarm, { when: Math.min(...due), periodInMinutes: alarmPeriod / 60_000 });
  });
