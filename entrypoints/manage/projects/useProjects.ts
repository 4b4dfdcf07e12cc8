import { ask } from '@/lib/messages/ask.ts';
import { changedProjects, projectRows } from '@/lib/websites/rows.ts';
import { useRecords } from '../list/useRecords.ts';
import type { TabProps } from '../tab.ts';

/** The listed projects and their actions. Only one is deleted at a time, because some services have deleted more than was asked. */
export const useProjects = (props: TabProps) =>
  useRecords('projects', props, {
    rowsOf: projectRows,
    changed: changedProjects,
    gone: ({ project }) => ({ kind: 'project-gone', project }),
    remove: ({ project }) => ask('projects.delete', { project }, { account: props.account }),
  });
