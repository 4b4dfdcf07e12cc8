import { Icon } from '@/components/Icon.tsx';
import type { Problem, Project } from '@/lib/services/index.ts';
import { plural, t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';

/** What the SEO service knows about a host. */
export type SeoAnswer =
  | { state: 'asking' }
  | { state: 'none' }
  | { state: 'unsure' }
  | { state: 'found'; project: Project }
  | { state: 'failed'; problem: Problem };

function projectText({ reports, result }: Project): string {
  const parts = [
    ...(reports === undefined ? [] : [plural('tracking.seo_reports', reports)]),
    ...(result === undefined ? [] : [t('tracking.seo_result', { result: String(result) })]),
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

/** Whether the SEO service has a project for this site, with its reports and its score, if reported. */
export function SeoProject({ answer, url }: { answer: SeoAnswer; url: string }) {
  const text = seoTexts[answer.state] as (answer: SeoAnswer) => string;
  return (
    <section class="seo" data-state={answer.state} aria-label={t('tracking.seo_label')}>
      <div class="row">
        <Icon name="search" />
        <strong>{t('tracking.seo_label')}</strong>
        {answer.state === 'found' && <bdi>{answer.project.project}</bdi>}
      </div>
      <p class="hint" aria-live="polite">
        {text(answer)}
      </p>
      <a class="button quiet" href={url} target="_blank" rel="noreferrer">
        <Icon name="external" />
        {t('tracking.seo_open')}
      </a>
    </section>
  );
}
