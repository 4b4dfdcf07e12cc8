import type { Website } from '../services/index.ts';
import { t } from './i18n.ts';

/**
 * Returns why an account may not change a website. For a team's website: the account may only view the team's websites.
 */
export const notAllowedText = ({ team_name: team }: Pick<Website, 'team_name'>): string =>
  team ? t('record.only_views', { team }) : t('record.not_allowed');
