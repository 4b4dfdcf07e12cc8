import { useMemo } from 'preact/hooks';
import { Icon, type IconName } from '@/components/Icon.tsx';
import { useTraits } from '@/components/useTraits.ts';
import type { Privacy } from '@/lib/services/index.ts';
import { dateTexts } from '@/lib/text/dates.ts';
import { language, numberText, t } from '@/lib/text/i18n.ts';
import type { PrivacyFilter } from '@/lib/websites/query.ts';
import { RecordsPage } from '../list/RecordsPage.tsx';
import type { TabProps } from '../tab.ts';
import { Bulk } from './Bulk.tsx';
import { useWebsites } from './useWebsites.ts';
import { WebsiteSheets } from './WebsiteSheets.tsx';
import { WebsiteTable } from './WebsiteTable.tsx';

const parts: readonly { filter: PrivacyFilter; of?: Privacy; icon?: IconName; label: () => string }[] = [
  { filter: 'all', label: () => t('manage.all') },
  { filter: 'public', of: 0, icon: 'globe', label: () => t('privacy.public') },
  { filter: 'private', of: 1, icon: 'lock', label: () => t('privacy.private') },
  { filter: 'password', of: 2, icon: 'key', label: () => t('privacy.password') },
  { filter: 'unknown', icon: 'question', label: () => t('manage.unknown') },
];

interface Props {
  /** Undefined while nothing is listed yet. */
  counts: Record<PrivacyFilter, number> | undefined;
  filter: PrivacyFilter;
  onChange: (filter: PrivacyFilter) => void;
}

/** How many listed websites have which privacy; each count is a filter. */
function PrivacyCounts({ counts, filter, onChange }: Props) {
  const { privacy } = useTraits();
  if (!privacy.length) return null;
  return (
    <fieldset class="overview">
      <legend class="visually-hidden">{t('manage.privacy_counts')}</legend>
      {parts
        .filter(({ of }) => of === undefined || privacy.includes(of))
        .map(({ filter: part, icon, label }) => (
          <button
            key={part}
            type="button"
            class={`part ${part} ${counts?.[part] ? '' : 'none'}`}
            aria-pressed={part === filter}
            onClick={() => onChange(part === filter ? 'all' : part)}
          >
            {icon && <Icon name={icon} />}
            {label()} {counts && <b>{numberText(counts[part])}</b>}
          </button>
        ))}
    </fieldset>
  );
}

/** Every website of the service. */
export function WebsitesTab(props: TabProps) {
  const { route, start, serviceUrl, account } = props;
  const websites = useWebsites(props);
  const { records, selection } = websites;
  const dayOf = useMemo(() => dateTexts(language()), []);
  return (
    <>
      <RecordsPage
        {...props}
        records={records}
        add={
          <button type="button" class="button primary" onClick={websites.creation.open}>
            <Icon name="plus" />
            {t('manage.add_website')}
          </button>
        }
        filters={
          <PrivacyCounts
            counts={records.list.state === 'loading' ? undefined : websites.counts}
            filter={route.query.filter}
            onChange={(filter) => route.change({ filter })}
          />
        }
        above={
          <Bulk serviceUrl={serviceUrl} account={account} selection={selection.selection} onClear={selection.clear} />
        }
      >
        <WebsiteTable websites={websites} route={route} dayOf={dayOf} />
      </RecordsPage>
      <WebsiteSheets serviceUrl={serviceUrl} websites={websites} start={start} />
    </>
  );
}
