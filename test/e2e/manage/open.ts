import { expect } from 'vitest';
import { askWorker } from '../harness/connect.ts';
import { page, sandbox, session, showPage } from '../harness/oneService.ts';
import { countText, names, openManage } from './managePage.ts';

/** Opens the manage page with this query, and makes it the page that the test is about. */
export const open = (query = '') => showPage(openManage(session, query));

export const listed = () => expect.poll(() => names(page));
export const counted = () => expect.poll(() => countText(page));
export const find = (name: string) => sandbox.websites().find(({ domain }) => domain === name);

/** Returns the name of the focused row, or else the kind of the focused control. */
export const focusedRow = () =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.matches('tr') ? element.querySelector('th bdi')?.textContent : element?.getAttribute('type');
  });

/** Deletes a website as another window or the popup would. */
export const deleteElsewhere = (domain: string) =>
  askWorker(session, 'websites.delete', { id: String(find(domain)?.id), domain });
