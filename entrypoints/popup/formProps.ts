import type { Button, Send } from './site/state.ts';
import type { PopupSite } from './site/view.ts';

/** What the form of a site is given. */
export interface FormProps {
  site: PopupSite;
  pageUrl: string;
  send: Send;
  onPress: (button: Button) => void;
}
