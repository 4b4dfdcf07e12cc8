import type { Firefox } from '../e2e/harness/firefox.ts';
import { openPopup } from '../e2e/harness/firefoxPopup.ts';
import { answerPrompt, chooseFromMenu } from '../e2e/harness/firefoxPrompts.ts';
import { complaints, openPage, toolbarButton } from '../e2e/harness/firefoxState.ts';
import type { Driver } from './tour.ts';

/** Drives Firefox with its own prompts and menus, even if it is headless. */
export const firefoxDriver = (firefox: Firefox): Driver => ({
  openPage: (path) => openPage(firefox, path),
  openPopup: (page) => openPopup(firefox, page),
  allowing: async (act) => {
    await act();
    await answerPrompt(firefox, 'allow');
  },
  trackFromMenu: (page) => chooseFromMenu(firefox, page, 'Track this site'),
  button: () => toolbarButton(firefox),
  complaints: () => complaints(firefox),
});
