import { session, showPage } from '../harness/oneService.ts';
import { openManage } from './managePage.ts';

/** From now on the test is about the manage page with this query. */
export const open = (query = '') => showPage(openManage(session, query));
