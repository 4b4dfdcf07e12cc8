import { addingMany } from './addmany.ts';
import { audits } from './audits.ts';
import { lists } from './lists.ts';
import { options } from './options.ts';
import { popups } from './popup.ts';
import type { Scene } from './reach.ts';
import { several } from './several.ts';

/** All pages in all states, in an order that opens as few pages as possible. */
export const scenes: Scene[] = [...popups, ...options, ...lists, ...audits, ...addingMany, ...several];
