import { addingMany } from './everyone-addmany.ts';
import { lists } from './everyone-lists.ts';
import { options } from './everyone-options.ts';
import { popups } from './everyone-popup.ts';
import type { Scene } from './everyone-reach.ts';

/** Every page in every state, as few openings apart as can be. */
export const scenes: Scene[] = [...popups, ...options, ...lists, ...addingMany];
