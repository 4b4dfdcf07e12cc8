import { useMemo } from 'preact/hooks';
import { dateTexts } from '@/lib/text/dates.ts';
import { language } from '@/lib/text/i18n.ts';
import { RecordsPage } from '../list/RecordsPage.tsx';
import type { TabProps } from '../tab.ts';
import { ProjectTable } from './ProjectTable.tsx';
import { useProjects } from './useProjects.ts';

/** Every project of the SEO service. */
export function ProjectsTab(props: TabProps) {
  const records = useProjects(props);
  const dayOf = useMemo(() => dateTexts(language()), []);
  return (
    <RecordsPage {...props} records={records}>
      <ProjectTable records={records} route={props.route} dayOf={dayOf} />
    </RecordsPage>
  );
}
