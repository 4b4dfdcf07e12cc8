import { Icon } from '@/components/Icon.tsx';
import { isWithin } from '@/lib/hosts/hostOf.ts';
import { t } from '@/lib/text/i18n.ts';
import { Code } from '../tracking/Code.tsx';
import { OwnVisits } from '../tracking/OwnVisits.tsx';
import { SeoProject } from '../tracking/SeoProject.tsx';
import type { FormProps } from './view.ts';

/** Shows a link to the statistics, for views whose main button does something else. */
export const StatisticsRow = ({ url }: { url: string }) => (
  <a class="statistics" href={url} target="_blank" rel="noreferrer">
    <Icon name="chart" />
    <b>{t('popup.open_statistics')}</b>
    <Icon name="external" />
  </a>
);

const isSameSite = (one: string, other: string) => isWithin(one, other) || isWithin(other, one);

interface LinesProps extends FormProps {
  statisticsUrl: string | undefined;
  hasCode: boolean;
}

/** Shows the lines below the form: information and actions that are needed only now and then. */
export const Lines = ({ site, start, code, ownAt, seo, statisticsUrl, hasCode, onPress }: LinesProps) => (
  <div class="lines">
    {statisticsUrl && <StatisticsRow url={statisticsUrl} />}
    {hasCode && <Code {...code} focus={site.focus} onPress={onPress} />}
    {ownAt && isSameSite(ownAt, site.host) && (
      <OwnVisits own={site.own} host={ownAt} isPrivate={start.private} onSwitch={() => onPress('own-visits')} />
    )}
    {seo && <SeoProject {...seo} />}
  </div>
);
