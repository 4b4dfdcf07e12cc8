import { differing } from './differing.ts';
import { hostile } from './hostile.ts';
import { kindPages } from './kinds.ts';
import { others } from './others.ts';
import { ours } from './ours.ts';
import type { PageCase } from './page.ts';
import { stopped } from './stopped.ts';
import { templates } from './templates.ts';

/** Real-looking pages, each with what is right to say of it. */
export const pages: PageCase[] = [...ours, ...differing, ...stopped, ...others, ...hostile, ...templates];

/** Those that need no browser, and those of other kinds of service. */
export const stillPages: PageCase[] = [...pages.filter(({ live }) => !live), ...kindPages];
