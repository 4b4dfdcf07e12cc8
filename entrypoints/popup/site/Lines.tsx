import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import { Code } from '../tracking/Code.tsx';
import { SeoProject } from '../tracking/SeoProject.tsx';
import type { FormProps } from './view.ts';

/** Opens the statistics while something else comes first. */
export const StatisticsRow = ({ url }: { url: string }) => (
  <a class="statistics" href={url} target="_blank" rel="noreferrer">
    <Icon name="chart" />
    <b>{t('popup.open_statistics')}</b>
    <Icon name="external" />
  </a>
);

interface LinesProps extends Pick<FormProps, 'site' | 'code' | 'seo'> {
  statisticsUrl: string | undefined;
  hasCode: boolean;
}

/** What is looked at or done now and then. */
export const Lines = ({ site, code, seo, statisticsUrl, hasCode }: LinesProps) => (
  <div class="lines">
    {statisticsUrl && <StatisticsRow url={statisticsUrl} />}
    {hasCode && <Code {...code} focus={site.focus} />}
    {seo && <SeoProject {...seo} />}
  </div>
);
