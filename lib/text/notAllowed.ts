import type { Website } from '../services/index.ts';
import { t } from './i18n.ts';

/**
 * Returns a sentence that says that the account may not change a website. If a team owns the website, names the team
 * and says that the account may only view its websites.
 */
export const notAllowedText = ({ team_name: team }: Pick<Website, 'team_name'>): string =>
  team ? t('record.only_views', { team }) : t('record.not_allowed');
