import { Icon } from '@/components/Icon.tsx';
import { type SiteState, siteStates } from '@/lib/audit/look.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { siteStateText } from '@/lib/text/siteLooks.ts';
import { stateIcons } from './stateLooks.ts';

export type StateFilter = SiteState | 'all';

interface StateBarProps {
  counts: Partial<Record<SiteState, number>>;
  total: number;
  filter: StateFilter;
  onFilter: (filter: StateFilter) => void;
}

/** How many sites stand how: one bar, and a button for each state that filters the table. */
export function StateBar({ counts, total, filter, onFilter }: StateBarProps) {
  const found = siteStates.filter((state) => counts[state]);
  return (
    <div class="state-bar">
      <div class="bar" aria-hidden="true">
        {found.map((state) => (
          <span key={state} class={state} style={{ flexGrow: counts[state] }} />
        ))}
      </div>
      <fieldset class="overview">
        <legend class="visually-hidden">{t('audit.states')}</legend>
        <button type="button" class="part all" aria-pressed={filter === 'all'} onClick={() => onFilter('all')}>
          {t('manage.all')} <b>{numberText(total)}</b>
        </button>
        {found.map((state) => (
          <button
            key={state}
            type="button"
            class={`part ${state}`}
            aria-pressed={filter === state}
            onClick={() => onFilter(filter === state ? 'all' : state)}
          >
            <Icon name={stateIcons[state]} />
            {siteStateText(state)} <b>{numberText(counts[state] ?? 0)}</b>
          </button>
        ))}
      </fieldset>
    </div>
  );
}
