import { session, showPage } from '../harness/oneService.ts';
import { openManage } from './managePage.ts';

/** Opens the manage page with this query, and makes it the page that the test is about. */
export const open = (query = '') => showPage(openManage(session, query));
