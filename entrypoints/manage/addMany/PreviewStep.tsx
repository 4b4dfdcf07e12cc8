import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import { useFocusWithin } from '@/components/useFocusWithin.ts';
import { losesPassword } from '@/lib/addMany/copy.ts';
import type { Entry } from '@/lib/addMany/parse.ts';
import { absentAt, type Knowledge, type ParsedEntry, previewStatus } from '@/lib/addMany/preview.ts';
import { nameOf } from '@/lib/connections/name.ts';
import { minimumTime, noRateLimit } from '@/lib/services/rateLimit.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { plural, t } from '@/lib/text/i18n.ts';
import { pages } from '../pages.ts';
import { useConnections } from '../useConnections.ts';
import { AddFields, Presets } from './AddFields.tsx';
import { CheckBar } from './CheckBar.tsx';
import { isTicked, Preview, type Ticks } from './Preview.tsx';
import { type Batch, useAdd } from './useAdd.ts';
import { useCheck } from './useCheck.ts';
import type { ParsedEntries } from './useParsedEntries.ts';
import { usePlaces } from './usePlaces.ts';
import { usePresets } from './usePresets.ts';
import { useSessionState } from './useSessionState.ts';

interface PreviewStepProps {
  connection: ConnectionAddress;
  entries: readonly Entry[];
  read: ParsedEntries;
  onBack: () => void;
  onStarted: () => void;
}

const chosenItems = (parsed: readonly ParsedEntry[], known: Knowledge, ticks: Ticks): Batch['items'] =>
  parsed.flatMap((read) => {
    const { host, entry } = read;
    const status = previewStatus(read, known);
    if (!host || !isTicked(status, ticks, host)) return [];
    const at = absentAt(known, host);
    // The person ticked it although the preview says that it may be registered already.
    const despiteUnknown = status === 'unsure' ? ({ despiteUnknown: true } as const) : {};
    const from = { line: entry.line, ...(entry.source ? { source: entry.source } : {}) };
    const fields = entry.copied?.fields ?? entry.own;
    return [
      {
        key: host,
        from,
        ...(fields ? { fields } : {}),
        ...(at === undefined ? {} : { absentAt: at }),
        ...despiteUnknown,
      },
    ];
  });

/** What a table without rows says: what is still read, or could not be, is not said to be empty. */
const emptyText = ({ parsed, problem }: ParsedEntries) => {
  if (parsed) return t('addmany.empty_filter');
  return problem ? '' : t('addmany.reading');
};

/** What the bar says of entries that are still parsed, or could not be: no service is asked yet. */
const whileUnread = ({ parsed, problem }: ParsedEntries) => {
  if (problem) return { phase: 'ended', problem } as const;
  return parsed ? {} : ({ phase: 'reading' } as const);
};

const addText = (count: number) => (count ? plural('addmany.add', count) : t('addmany.add_none'));

/** Says that copied websites keep their own settings, and those of a table have what stands in their row, whatever the fields say. */
function OwnNote({ entries }: { entries: readonly Entry[] }) {
  return (
    <>
      {entries.some(({ copied }) => copied) && <p class="hint">{t('addmany.copied_fields')}</p>}
      {entries.some(({ own }) => own) && <p class="hint">{t('addmany.own_fields')}</p>}
    </>
  );
}

/** The second step: what would happen, the fields, and the button to start. */
export function PreviewStep({ connection, entries, read, onBack, onStarted }: PreviewStepProps) {
  const { parsed, problem: unread, again } = read;
  const connections = useConnections();
  const to = usePlaces(parsed, connection);
  const { places, placeOf, move } = to;
  const checked = useCheck(places);
  const presets = usePresets(connection);
  const [ticks, setTicks] = useSessionState<Ticks>(`ticks ${connection.account}`, () => new Map());
  const { knownOf, stateOf, state } = checked;
  const knownAbout = useCallback(({ host }: ParsedEntry) => knownOf(placeOf(host).account), [knownOf, placeOf]);
  const judged = useMemo(
    () => (parsed ?? []).map((read) => previewStatus(read, knownAbout(read))),
    [parsed, knownAbout],
  );
  const count = useMemo(
    () => (places ? judged.filter((status, at) => isTicked(status, ticks, parsed?.[at]?.host)).length : 0),
    [places, judged, ticks, parsed],
  );
  const { start, busy, problem, passwordError } = useAdd(
    connection.account,
    presets,
    // If another service's job cannot start, these are not started a second time.
    ({ items }) => setTicks((before) => new Map([...before, ...items.map(({ key }) => [key, false] as const)])),
    () => {
      setTicks(new Map());
      to.reset();
      onStarted();
    },
  );
  // Sites for a service that could not be asked stay in the list.
  const startReady = () => {
    const batches = (places ?? [])
      .map(({ connection, parsed }) => ({ connection, items: chosenItems(parsed, knownOf(connection.account), ticks) }))
      .filter(({ items }) => items.length);
    const ready = batches.filter((batch) => !stateOf(batch.connection.account).problem);
    if (ready.length) void start(ready, ready.length === batches.length);
    // Why nothing begins is said above, with what can be done.
    else view.current?.querySelector<HTMLElement>('.check-bar button')?.focus();
  };
  /** The entries that were shown as the button was pressed. */
  const [wanted, setWanted] = useState<readonly ParsedEntry[]>();
  const isStarting = wanted !== undefined || busy;
  const stop = () => {
    // It starts once the check has ended, which is not what Stop asks for.
    setWanted(undefined);
    checked.stop();
  };
  // Pressed while the check runs: start once it has ended, unless there are other entries by then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `startReady` changes with every render
  useEffect(() => {
    if (!wanted || (wanted === parsed && state.phase === 'asking')) return;
    setWanted(undefined);
    if (wanted === parsed) startReady();
  }, [wanted, state, parsed]);

  const becomesPrivate = ({ host, entry }: ParsedEntry) => {
    const to = placeOf(host);
    const own = entry.copied?.fields ?? entry.own;
    return !!own && losesPassword(own, to.kind, presets.valueAt(to)?.fields ?? {});
  };
  const failed = places?.find((place) => stateOf(place.connection.account).problem)?.connection ?? connection;
  const fixes = { onSettings: pages.settings, onAccess: () => void pages.access(failed.analyticsUrl) };
  // The buttons of the check come and go with its state.
  const view = useFocusWithin<HTMLElement>('.check-bar button, .wide');
  return (
    <section ref={view} class="preview-step" aria-labelledby="preview-title">
      <header>
        <button type="button" class="button" onClick={onBack}>
          {t('addmany.back')}
        </button>
        <h2 id="preview-title" tabIndex={-1}>
          {t('addmany.preview_title')}
        </h2>
        <span class="hint">{plural('addmany.found', entries.length)}</span>
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
      </header>
      <div class="columns">
        <Preview
          parsed={parsed ?? []}
          total={entries.length}
          empty={emptyText(read)}
          judged={judged}
          knownAbout={knownAbout}
          becomesPrivate={becomesPrivate}
          ticks={ticks}
          onTicks={setTicks}
          going={move && { list: connections, idOf: (host) => placeOf(host).id, onMove: move }}
        />
        <aside aria-labelledby="fields-title">
          <h2 id="fields-title">{t('addmany.fields_title')}</h2>
          <Presets
            names={presets.names}
            chosen={presets.chosen}
            onChoose={presets.choose}
            onSave={presets.save}
            onDelete={presets.forget}
          />
          <OwnNote entries={entries} />
          {presets.value && (
            <AddFields
              value={presets.value}
              hasPassword={presets.hasPassword}
              {...(passwordError ? { passwordError } : {})}
              onChange={presets.change}
            />
          )}
          {problem && <ProblemNote problem={problem} {...fixes} onRetry={startReady} />}
          <button
            type="button"
            class="button primary wide"
            // A disabled button would lose the focus.
            disabled={!count && !isStarting}
            aria-disabled={isStarting}
            onClick={() => setWanted(parsed)}
          >
            {isStarting ? t('addmany.starting') : addText(count)}
          </button>
          {/* The page has to stay until the check has ended. */}
          {!wanted && (
            <p class="hint">{t(count || state.phase === 'asking' ? 'addmany.add_hint' : 'addmany.none_ticked')}</p>
          )}
        </aside>
      </div>
    </section>
  );
}
