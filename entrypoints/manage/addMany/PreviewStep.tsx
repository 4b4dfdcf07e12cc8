import { useEffect, useMemo, useState } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import { privacyOf } from '@/lib/addMany/copy.ts';
import type { Entry } from '@/lib/addMany/parse.ts';
import type { ParsedEntry, PreviewStatus } from '@/lib/addMany/preview.ts';
import { canAdd, isTicked, type PreviewRow, rowOf, type Ticks, withTicks } from '@/lib/addMany/rows.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { comma, plural, t } from '@/lib/text/i18n.ts';
import { useFocusWithin } from '../focus.ts';
import { pages } from '../pages.ts';
import { AddFields, NewTeams, Presets } from './AddFields.tsx';
import { CheckBar } from './CheckBar.tsx';
import { Preview } from './Preview.tsx';
import type { Wish } from './SourcesStep.tsx';
import { SourceLines } from './SourceViews.tsx';
import { useAdd } from './useAdd.ts';
import { useCheck } from './useCheck.ts';
import type { ParsedEntries } from './useParsedEntries.ts';
import { usePlaces } from './usePlaces.ts';
import { usePresets } from './usePresets.ts';
import { useSessionState } from './useSessionState.ts';
import type { useSources } from './useSources.ts';

interface PreviewStepProps {
  connection: ConnectionAddress;
  sources: ReturnType<typeof useSources>;
  read: ParsedEntries;
  onSources: (to?: Wish) => void;
  onStarted: () => void;
}

const emptyText = ({ parsed, problem }: ParsedEntries) => {
  if (parsed) return t('addmany.empty_filter');
  return problem ? '' : t('addmany.reading');
};

const titleText = (read: number, count: number, isOver: boolean) => {
  const parts = [plural('addmany.found', read), ...(count || isOver ? [plural('addmany.new_sites', count)] : [])];
  return parts.join(comma());
};

const hintText = (count: number, canTick: boolean, isAsking: boolean) => {
  if (count || isAsking) return t('addmany.add_hint');
  return t(canTick ? 'addmany.none_ticked' : 'addmany.nothing_to_add');
};

const addText = (count: number) => (count ? plural('addmany.add', count) : t('addmany.add_none'));

function OwnNote({ entries }: { entries: readonly Entry[] }) {
  return (
    <>
      {entries.some(({ to }) => to) && <p class="hint">{t('addmany.copied_fields')}</p>}
      {entries.some(({ own, to }) => own && !to) && <p class="hint">{t('addmany.own_fields')}</p>}
    </>
  );
}

export function PreviewStep({ connection, sources, read, onSources, onStarted }: PreviewStepProps) {
  const { parsed } = read;
  // The last parsed entries stay visible while they are parsed again. Otherwise each press of Use would remove all
  // rows, and with them the focus and the scroll position.
  const [shown, setShown] = useState(parsed);
  if (parsed && parsed !== shown) setShown(parsed);
  const { places, placeOf, move, reset } = usePlaces(shown, connection);
  const checked = useCheck(places);
  const presets = usePresets(connection);
  const { knownOf, stateOf, state, failed } = checked;
  const rows = useMemo(
    () =>
      (shown ?? []).map((read, place) => {
        const to = placeOf(read.host);
        return rowOf(read, to, knownOf(to.account), place);
      }),
    [shown, placeOf, knownOf],
  );
  const countOf = (wanted: PreviewStatus) => rows.filter(({ status }) => status === wanted).length;
  const [ticks, setTicks] = useSessionState<Ticks>('ticks', () => new Map());
  const ticked = useMemo(() => new Set(rows.filter((row) => isTicked(row, ticks))), [rows, ticks]);
  const count = places && parsed ? ticked.size : 0;
  const { start, busy, problem, passwordError } = useAdd(
    presets,
    // Unticks the sites whose job has started. If the next job fails to start, pressing again adds only the rest.
    (started) => setTicks((before) => withTicks(before, started, false)),
    () => {
      setTicks(new Map());
      reset();
      onStarted();
    },
  );
  // Starts the jobs for services whose check has no problem. The sites for other services stay in the list.
  const startReady = () => {
    const batches = [...Map.groupBy(ticked, ({ connection }) => connection)];
    const ready = batches.filter(([{ account }]) => !stateOf(account).problem);
    if (ready.length) void start(ready, ready.length === batches.length);
    // The check bar says why nothing starts and what to do, so its button gets the focus.
    else view.current?.querySelector<HTMLElement>('.check-bar button')?.focus();
  };
  /**
   * All entries (`of`) and the ticked ones at the time when Add was pressed. Set while the jobs wait until the check no
   * longer asks.
   */
  const [wanted, setWanted] = useState<{ of: typeof parsed; ticked: ReadonlySet<ParsedEntry> }>();
  const isStarting = wanted !== undefined || busy;
  const stop = () => {
    // Forgets that Add was pressed. Otherwise the end of the check would start the jobs.
    setWanted(undefined);
    checked.stop();
  };
  // If Add was pressed while the check was asking, starts the jobs once it no longer asks. If the entries have changed
  // by then, starts nothing. Also starts nothing if the check has put a ticked site in doubt: the list is cleared at the
  // start, and the site would be lost before the person has seen it.
  useEffect(() => {
    if (!wanted || (wanted.of === parsed && state.phase === 'asking')) return;
    setWanted(undefined);
    const isNewDoubt = (row: PreviewRow) => row.group === 'check' && wanted.ticked.has(row.read) && !ticked.has(row);
    if (wanted.of === parsed && !rows.some(isNewDoubt)) startReady();
  });

  const isKnown = !!parsed && state.phase === 'ended' && !countOf('unchecked');
  const fixes = {
    onSettings: pages.settings,
    onAccess: () => void pages.access((failed ?? connection).analyticsUrl),
  };
  // The check's buttons change with its state. If the focused button is removed, another one receives the focus.
  const view = useFocusWithin<HTMLElement>('.check-bar button, .wide');
  return (
    <section ref={view} class="preview-step" aria-labelledby="preview-title">
      <Button look="quiet back" icon="chevron" label={t('addmany.back')} onClick={() => onSources()} />
      <div class="columns">
        <div class="found">
          <h2 id="preview-title" tabIndex={-1}>
            {titleText(sources.entries.length, countOf('new'), isKnown)}
          </h2>
          <SourceLines parts={sources.parts} onChange={(table) => onSources({ table })} />
          <div class="check-bar">
            <CheckBar check={checked} read={read} rows={rows} onStop={stop} onAccess={fixes.onAccess} />
          </div>
          <Preview
            rows={rows}
            ticked={ticked}
            empty={emptyText(read)}
            privacyAt={({ read: { own = {} }, connection: to }) =>
              privacyOf(own, to.kind, presets.valueAt(to)?.fields ?? {})
            }
            onTick={(changed, on) => setTicks((before) => withTicks(before, changed, on))}
            onMove={move}
            onEdit={({ entry }) => onSources({ entry })}
            onReplaceHost={(read, host) => sources.use(read, host) || onSources({ entry: read.entry })}
            onAgain={state.phase === 'ended' ? checked.again : undefined}
          />
        </div>
        <div class="how">
          <aside aria-labelledby="fields-title">
            <h2 id="fields-title">{t('addmany.fields_title')}</h2>
            <Presets presets={presets} />
            <OwnNote entries={sources.entries} />
            <NewTeams places={places ?? []} presets={presets} />
            <AddFields presets={presets} hasTeam={!!presets.teamAt(connection)} passwordError={passwordError} />
          </aside>
          <div class="go">
            {problem && <ProblemNote role="alert" problem={problem} {...fixes} onRetry={startReady} />}
            <Button
              look="primary wide"
              label={isStarting ? t('addmany.starting') : addText(count)}
              // Not disabled while the jobs are being started, because a disabled button would lose the focus.
              disabled={!count && !isStarting}
              aria-disabled={isStarting}
              onClick={() => setWanted({ of: parsed, ticked: new Set([...ticked].map((row) => row.read)) })}
            />
            {/* While the jobs wait for the check, the hint is not true yet: closing the page would lose them. */}
            {!wanted && (
              <p class="hint">
                {hintText(
                  count,
                  rows.some(({ group }) => canAdd(group)),
                  state.phase === 'asking',
                )}
              </p>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}
