import type { Website } from '../services/index.ts';
import { t } from './i18n.ts';

/**
 * Returns a sentence that says why the account may not change a website. Names the team that owns the website, if any.
 */
export const notAllowedText = ({ team_name: team }: Pick<Website, 'team_name'>): string =>
  team ? t('record.only_views', { team }) : t('record.not_allowed');
