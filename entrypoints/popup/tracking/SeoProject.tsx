import { Icon } from '@/components/Icon.tsx';
import type { Project } from '@/lib/services/index.ts';
import { plural, t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import { type SeoAnswer, useProject } from './useProject.ts';

function projectText({ reports, result }: Project): string {
  const parts = [
    ...(reports === undefined ? [] : [plural('tracking.seo_reports', reports)]),
    ...(result === undefined ? [] : [t('tracking.seo_result', { result })]),
  ];
  return parts.join(' · ');
}

const seoTexts: { [S in SeoAnswer['state']]: (answer: Extract<SeoAnswer, { state: S }>) => string } = {
  asking: () => t('tracking.seo_loading'),
  none: () => t('tracking.seo_none'),
  unsure: () => t('tracking.seo_unsure'),
  found: ({ project }) => projectText(project),
  failed: ({ problem }) => problemText(problem),
};

export interface SeoProps {
  url: string;
  host: string;
  /**
   * The account at the SEO service. Undefined until the analytics service has answered; no request is sent before that.
   */
  account: string | undefined;
  isPrivate: boolean;
}

/** Shows the number of reports and the score of the site's project at the SEO service, if there is a project. */
export function SeoProject({ url, host, account, isPrivate }: SeoProps) {
  const answer = useProject(host, account, isPrivate);
  const text = seoTexts[answer.state] as (answer: SeoAnswer) => string;
  return (
    <section class="seo" data-state={answer.state} aria-label={t('tracking.seo_label')}>
      <span>
        {t('tracking.seo_label')}
        <span class="hint" aria-live="polite">
          {text(answer)}
        </span>
      </span>
      <a class="link" href={url} target="_blank" rel="noreferrer">
        {t('tracking.seo_open')}
        <Icon name="external" />
      </a>
    </section>
  );
}
