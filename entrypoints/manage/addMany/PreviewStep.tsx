import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import { privacyOf } from '@/lib/addMany/copy.ts';
import type { Entry } from '@/lib/addMany/parse.ts';
import { canAdd, type ParsedEntry, type PreviewStatus, previewStatus } from '@/lib/addMany/preview.ts';
import { chosenItems, isTicked, shownBy, type Ticks } from '@/lib/addMany/ticks.ts';
import { nameOf } from '@/lib/connections/name.ts';
import { minimumTime, noRateLimit } from '@/lib/services/rateLimit.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { comma, plural, t } from '@/lib/text/i18n.ts';
import { pages } from '../pages.ts';
import { useConnections } from '../useConnections.ts';
import { useFocusWithin } from '../useFocusWithin.ts';
import { AddFields, Presets } from './AddFields.tsx';
import { CheckBar } from './CheckBar.tsx';
import { NewTeams } from './NewTeams.tsx';
import { Preview } from './Preview.tsx';
import { SourceLines } from './SourceLines.tsx';
import { useAdd } from './useAdd.ts';
import { useCheck } from './useCheck.ts';
import type { ParsedEntries } from './useParsedEntries.ts';
import { type Places, usePlaces } from './usePlaces.ts';
import { usePresets } from './usePresets.ts';
import { useSessionState } from './useSessionState.ts';
import type { SourceRead } from './useSources.ts';
import { useTeamOfNew } from './useTeamOfNew.ts';

interface PreviewStepProps {
  connection: ConnectionAddress;
  entries: readonly Entry[];
  parts: readonly SourceRead[];
  read: ParsedEntries;
  onBack: () => void;
  /** Goes back to the first step, to the line of this entry. */
  onEdit: (read: ParsedEntry) => void;
  /** Replaces the entry's host with this `host`. */
  onReplaceHost: (read: ParsedEntry, host: string) => void;
  /** Goes back to the first step, to the choice of columns for the source with this `id`. */
  onColumns: (id: string) => void;
  onStarted: () => void;
}

const none: readonly ParsedEntry[] = [];

/** Returns the text of a table without rows: no entry is shown, or entries are being parsed. Empty after a failure. */
const emptyText = ({ parsed, problem }: ParsedEntries) => {
  if (parsed) return t('addmany.empty_filter');
  return problem ? '' : t('addmany.reading');
};

/** Returns the props that override those of the check bar while entries are being parsed, or if parsing has failed. */
const whileUnread = ({ parsed, problem }: ParsedEntries) => {
  if (problem) return { phase: 'ended', problem } as const;
  return parsed ? {} : ({ phase: 'reading' } as const);
};

/** Returns the title: how many entries were read and, if it is known, how many of them are new. */
const titleText = (read: number, statuses: readonly PreviewStatus[], isOver: boolean) => {
  const count = statuses.filter((status) => status === 'new').length;
  const parts = [plural('addmany.found', read), ...(count || isOver ? [plural('addmany.new_sites', count)] : [])];
  return parts.join(comma());
};

/** Returns the hint below the button Add: what pressing it does, or why there is nothing to add. */
const hintText = (count: number, canTick: boolean, isAsking: boolean) => {
  if (count || isAsking) return t('addmany.add_hint');
  return t(canTick ? 'addmany.none_ticked' : 'addmany.nothing_to_add');
};

const addText = (count: number) => (count ? plural('addmany.add', count) : t('addmany.add_none'));

/**
 * Says that copied websites keep their settings, and that the values in a table's row override the fields chosen here.
 */
function OwnNote({ entries }: { entries: readonly Entry[] }) {
  return (
    <>
      {entries.some(({ to }) => to) && <p class="hint">{t('addmany.copied_fields')}</p>}
      {entries.some(({ own, to }) => own && !to) && <p class="hint">{t('addmany.own_fields')}</p>}
    </>
  );
}

/** Provides for each entry whether it is `ticked`, and the check boxes that the person has changed (`ticks`). */
function useTicks(
  reads: readonly ParsedEntry[],
  judged: readonly PreviewStatus[],
  { places, placeOf }: Places,
  isRead: boolean,
) {
  const [ticks, setTicks] = useSessionState<Ticks>('ticks', () => new Map());
  const ticked = useMemo(
    () => reads.map((read, at) => isTicked(read, judged[at] ?? 'refused', placeOf(read.host).account, ticks)),
    [reads, judged, placeOf, ticks],
  );
  const tick = (places: readonly number[], on: boolean) => {
    const changed = places.flatMap((at) => {
      const [read, status] = [reads[at], judged[at]];
      return read?.host && status
        ? [[read.host, on && shownBy(read, status, placeOf(read.host).account)] as const]
        : [];
    });
    setTicks((before) => new Map([...before, ...changed]));
  };
  return { ticks, setTicks, ticked, tick, count: places && isRead ? ticked.filter(Boolean).length : 0 };
}

/** Shows the second step: what would happen, the fields, and the button to start. */
export function PreviewStep({ connection, entries, parts, read, onStarted, ...leads }: PreviewStepProps) {
  const { parsed, problem: unread, again } = read;
  // The last parsed entries stay visible while they are parsed again. Otherwise each press of Use would remove all
  // rows, and with them the focus and the scroll position.
  const [shown, setShown] = useState(parsed);
  if (parsed && parsed !== shown) setShown(parsed);
  const connections = useConnections();
  const to = usePlaces(shown, connection);
  const { places, placeOf, move } = to;
  const checked = useCheck(places);
  const presets = usePresets(connection);
  const teams = useTeamOfNew();
  const { knownOf, stateOf, state } = checked;
  const knownAbout = useCallback(({ host }: ParsedEntry) => knownOf(placeOf(host).account), [knownOf, placeOf]);
  const reads = shown ?? none;
  const judged = useMemo(() => reads.map((read) => previewStatus(read, knownAbout(read))), [reads, knownAbout]);
  const { ticks, setTicks, ticked, tick, count } = useTicks(reads, judged, to, !!parsed);
  const { start, busy, problem, passwordError } = useAdd(
    presets,
    teams.teamAt,
    // Unticks the sites whose job has started: if the next job cannot start, another press of Add does not add them
    // again.
    ({ items }) => setTicks((before) => new Map([...before, ...items.map(({ key }) => [key, false] as const)])),
    () => {
      setTicks(new Map());
      to.reset();
      onStarted();
    },
  );
  // Starts the jobs for services that could be asked. The sites for other services stay in the list.
  const startReady = () => {
    const batches = (places ?? [])
      .map(({ connection, parsed }) => {
        const { account } = connection;
        return { connection, items: chosenItems(parsed, knownOf(account), account, ticks) };
      })
      .filter(({ items }) => items.length);
    const ready = batches.filter((batch) => !stateOf(batch.connection.account).problem);
    if (ready.length) void start(ready, ready.length === batches.length);
    // The check bar says why nothing starts, and what to do.
    else view.current?.querySelector<HTMLElement>('.check-bar button')?.focus();
  };
  /** The entries that were shown when Add was pressed. Set while their jobs wait for the check to end. */
  const [wanted, setWanted] = useState<readonly ParsedEntry[]>();
  const isStarting = wanted !== undefined || busy;
  const stop = () => {
    // Forgets that Add was pressed. Otherwise the end of the check would start the jobs.
    setWanted(undefined);
    checked.stop();
  };
  // When Add is pressed while the check runs, start after the check, unless the entries have changed by then.
  useEffect(() => {
    if (!wanted || (wanted === parsed && state.phase === 'asking')) return;
    setWanted(undefined);
    if (wanted === parsed) startReady();
  });

  const privacyAt = ({ host, own = {} }: ParsedEntry) => {
    const to = placeOf(host);
    return privacyOf(own, to.kind, presets.valueAt(to)?.fields ?? {});
  };
  const isKnown = !!parsed && state.phase === 'ended' && !judged.includes('unchecked');
  const failed = places?.find((place) => stateOf(place.connection.account).problem)?.connection ?? connection;
  const fixes = { onSettings: pages.settings, onAccess: () => void pages.access(failed.analyticsUrl) };
  // The check's buttons change with its state. If the focused button is removed, another one receives the focus.
  const view = useFocusWithin<HTMLElement>('.check-bar button, .wide');
  return (
    <section ref={view} class="preview-step" aria-labelledby="preview-title">
      <Button look="quiet back" icon="chevron" label={t('addmany.back')} onClick={leads.onBack} />
      <div class="columns">
        <div class="found">
          <h2 id="preview-title" tabIndex={-1}>
            {titleText(entries.length, judged, isKnown)}
          </h2>
          <SourceLines parts={parts} onChange={leads.onColumns} />
          <div class="check-bar">
            <CheckBar
              {...state}
              {...whileUnread(read)}
              unchecked={judged.filter((status) => status === 'unchecked').length}
              {...(connections.length > 1 && state.problem ? { at: nameOf(failed) } : {})}
              unsure={judged.includes('unsure')}
              time={Math.max(minimumTime(noRateLimit, true, state.left), state.left * 300)}
              onAllow={checked.allow}
              onStop={stop}
              onAgain={unread ? again : checked.again}
              {...fixes}
            />
          </div>
          <Preview
            parsed={reads}
            empty={emptyText(read)}
            judged={judged}
            knownAbout={knownAbout}
            privacyAt={privacyAt}
            ticked={ticked}
            onTick={tick}
            placeOf={placeOf}
            onMove={move}
            onEdit={leads.onEdit}
            onReplaceHost={leads.onReplaceHost}
            onAgain={state.phase === 'ended' ? checked.again : undefined}
          />
        </div>
        <div class="how">
          <aside aria-labelledby="fields-title">
            <h2 id="fields-title">{t('addmany.fields_title')}</h2>
            <Presets presets={presets} />
            <OwnNote entries={entries} />
            <NewTeams places={places} chosen={teams} />
            <AddFields presets={presets} hasTeam={!!teams.teamAt(connection)} passwordError={passwordError} />
          </aside>
          <div class="go">
            {problem && <ProblemNote problem={problem} {...fixes} onRetry={startReady} />}
            <button
              type="button"
              class="button primary wide"
              // Not disabled while the jobs are being started, because a disabled button would lose the focus.
              disabled={!count && !isStarting}
              aria-disabled={isStarting}
              onClick={() => setWanted(parsed)}
            >
              {isStarting ? t('addmany.starting') : addText(count)}
            </button>
            {/* While the jobs wait for the end of the check, the hint is not true yet: closing the page would lose them. */}
            {!wanted && <p class="hint">{hintText(count, judged.some(canAdd), state.phase === 'asking')}</p>}
          </div>
        </div>
      </div>
    </section>
  );
}
