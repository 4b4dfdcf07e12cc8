import { useEffect, useMemo, useState } from 'preact/hooks';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import type { Entry } from '@/lib/addMany/parse.ts';
import { absentAt, type Knowledge, type ParsedEntry, previewStatus } from '@/lib/addMany/preview.ts';
import type { HostChoice } from '@/lib/hosts/parse.ts';
import type { Input } from '@/lib/messages/ask.ts';
import { minimumTime, noRateLimit } from '@/lib/services/rateLimit.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { plural, t } from '@/lib/text/i18n.ts';
import { pages } from '../pages.ts';
import { AddFields, Presets } from './AddFields.tsx';
import { CheckBar } from './CheckBar.tsx';
import { isTicked, Preview, type Ticks } from './Preview.tsx';
import { useAdd } from './useAdd.ts';
import { useCheck } from './useCheck.ts';
import { useParsedEntries } from './useParsedEntries.ts';
import { usePresets } from './usePresets.ts';
import { useSessionState } from './useSessionState.ts';

interface PreviewStepProps {
  connection: ConnectionAddress;
  entries: readonly Entry[];
  choice: HostChoice;
  onBack: () => void;
  onStarted: () => void;
}

const chosen = (parsed: readonly ParsedEntry[], known: Knowledge, ticks: Ticks): Input<'jobs.start'>['items'] =>
  parsed.flatMap((read) => {
    const { host, entry } = read;
    const status = previewStatus(read, known);
    if (!host || !isTicked(status, ticks, host)) return [];
    const at = absentAt(known, host);
    // The person ticked it although the preview says that it may be registered already.
    const despiteUnknown = status === 'unsure' ? ({ despiteUnknown: true } as const) : {};
    const from = { line: entry.line, ...(entry.source ? { source: entry.source } : {}) };
    return [{ key: host, from, ...(at === undefined ? {} : { absentAt: at }), ...despiteUnknown }];
  });

const addText = (count: number) => (count ? plural('addmany.add', count) : t('addmany.add_none'));

/** The second step: what would happen, the fields, and the button to start. */
export function PreviewStep({ connection, entries, choice, onBack, onStarted }: PreviewStepProps) {
  const { account, analyticsUrl: serviceUrl } = connection;
  const { parsed, problem: unread, again } = useParsedEntries(entries, choice);
  const checked = useCheck(parsed, { serviceUrl, account });
  const presets = usePresets(connection);
  const [ticks, setTicks] = useSessionState<Ticks>(`ticks ${account}`, () => new Map());
  const { known, state } = checked;
  const items = useMemo(() => chosen(parsed ?? [], known, ticks), [parsed, known, ticks]);
  const { start, busy, problem, passwordError } = useAdd(account, presets, items, () => {
    setTicks(new Map());
    onStarted();
  });
  const [wanted, setWanted] = useState(false);
  // Pressed while the check runs: start once it has ended.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `start` changes with every render
  useEffect(() => {
    if (!wanted || state.phase === 'asking') return;
    setWanted(false);
    if (!state.problem) void start();
  }, [wanted, state]);
  const statuses = useMemo(() => (parsed ?? []).map((read) => previewStatus(read, known)), [parsed, known]);

  const fixes = { onSettings: pages.settings, onAccess: () => void pages.access(serviceUrl) };
  return (
    <section class="preview-step" aria-labelledby="preview-title">
      <header>
        <button type="button" class="button" onClick={onBack}>
          {t('addmany.back')}
        </button>
        <h2 id="preview-title">{t('addmany.preview_title')}</h2>
        <span class="hint">{plural('addmany.found', entries.length)}</span>
        <div class="check-bar">
          <CheckBar
            {...state}
            {...(unread ? { phase: 'ended', problem: unread } : {})}
            unchecked={statuses.filter((status) => status === 'unchecked').length}
            unsure={statuses.includes('unsure')}
            time={Math.max(minimumTime(noRateLimit, true, state.left), state.left * 300)}
            onAllow={checked.allow}
            onStop={checked.stop}
            onAgain={unread ? again : checked.again}
            {...fixes}
          />
        </div>
      </header>
      <div class="columns">
        <Preview parsed={parsed ?? []} known={known} ticks={ticks} onTicks={setTicks} />
        <aside aria-labelledby="fields-title">
          <h2 id="fields-title">{t('addmany.fields_title')}</h2>
          <Presets
            names={presets.names}
            chosen={presets.chosen}
            onChoose={presets.choose}
            onSave={presets.save}
            onDelete={presets.forget}
          />
          {presets.value && (
            <AddFields
              value={presets.value}
              hasPassword={presets.hasPassword}
              {...(passwordError ? { passwordError } : {})}
              onChange={presets.change}
            />
          )}
          {problem && <ProblemNote problem={problem} {...fixes} onRetry={() => void start()} />}
          <button
            type="button"
            class="button primary wide"
            disabled={!items.length || wanted || busy}
            onClick={() => setWanted(true)}
          >
            {wanted || busy ? t('addmany.starting') : addText(items.length)}
          </button>
          <p class="hint">{t(items.length || state.phase === 'asking' ? 'addmany.add_hint' : 'addmany.none_ticked')}</p>
        </aside>
      </div>
    </section>
  );
}
