import { useLayoutEffect } from 'preact/hooks';
import { Button } from '@/components/Button.tsx';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import type { Entry } from '@/lib/addMany/parse.ts';
import type { PreviewStatus } from '@/lib/addMany/preview.ts';
import { canAdd } from '@/lib/addMany/rows.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { comma, plural, t } from '@/lib/text/i18n.ts';
import { useFocusWithin } from '../focus.ts';
import { pages } from '../pages.ts';
import { AddFields, NewTeams, Presets } from './AddFields.tsx';
import { CheckBar } from './CheckBar.tsx';
import { Preview } from './Preview.tsx';
import { SourceLines } from './SourceViews.tsx';
import { checkOf, partsOf, placesOf, readOf, rowsOf, tickedRows } from './select.ts';
import type { AddMany } from './state.ts';
import { presetsOf, send } from './store.ts';

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

const add = () => send('add');

export function PreviewStep({ state, connection }: { state: AddMany; connection: ConnectionAddress }) {
  const { entries, preview } = state;
  const { parsed } = readOf(state);
  const places = placesOf(state);
  const { phase, failed } = checkOf(state);
  const rows = rowsOf(state);
  const countOf = (wanted: PreviewStatus) => rows.filter(({ status }) => status === wanted).length;
  const count = places && parsed ? tickedRows(state).size : 0;
  const presets = presetsOf(state, connection);
  const isStarting = preview.wanted !== undefined || state.starting !== undefined;
  const isKnown = !!parsed && phase === 'ended' && !countOf('unchecked');
  const fixes = {
    onSettings: pages.settings,
    onAccess: () => void pages.access((failed ?? connection).analyticsUrl),
  };
  // The check's buttons change with its state. If the focused button is removed, another one receives the focus.
  const view = useFocusWithin<HTMLElement>('.check-bar button, .wide');
  useLayoutEffect(() => {
    if (preview.blocked) view.current?.querySelector<HTMLElement>('.check-bar button')?.focus();
  }, [preview.blocked, view]);
  return (
    <section ref={view} class="preview-step" aria-labelledby="preview-title">
      <Button look="quiet back" icon="chevron" label={t('addmany.back')} onClick={() => send('sources-shown')} />
      <div class="columns">
        <div class="found">
          <h2 id="preview-title" tabIndex={-1}>
            {titleText(entries.length, countOf('new'), isKnown)}
          </h2>
          <SourceLines parts={partsOf(state)} onChange={(table) => send('sources-shown', { table })} />
          <div class="check-bar">
            <CheckBar state={state} onAccess={fixes.onAccess} />
          </div>
          <Preview state={state} />
        </div>
        <div class="how">
          <aside aria-labelledby="fields-title">
            <h2 id="fields-title">{t('addmany.fields_title')}</h2>
            <Presets presets={presets} />
            <OwnNote entries={entries} />
            <NewTeams places={places ?? []} presets={presets} />
            <AddFields
              presets={presets}
              hasTeam={!!presets.teamAt(connection)}
              passwordError={preview.lacksPassword ? t('password.needed') : undefined}
            />
          </aside>
          <div class="go">
            {preview.problem && <ProblemNote role="alert" problem={preview.problem} {...fixes} onRetry={add} />}
            <Button
              look="primary wide"
              label={isStarting ? t('addmany.starting') : addText(count)}
              // Not disabled while jobs are being started, because a disabled button would lose the focus.
              disabled={!count && !isStarting}
              aria-disabled={isStarting}
              onClick={add}
            />
            {/* While the jobs wait for the check, the hint is not true yet: closing the page would lose them. */}
            {!preview.wanted && (
              <p class="hint">
                {hintText(
                  count,
                  rows.some(({ group }) => canAdd(group)),
                  phase === 'asking',
                )}
              </p>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}
