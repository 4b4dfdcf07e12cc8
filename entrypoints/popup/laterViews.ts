/**
 * The views and functions that the first paint does not need. They form one script, which is loaded after that paint.
 */
import style from './later.css?inline';
import { keepPrivateLinks } from './links.ts';

export { PasswordField } from '@/components/PasswordField.tsx';
export { ConnectionSwitch } from './site/ConnectionSwitch.tsx';
export { DeleteSite } from './site/DeleteSite.tsx';
export { NewFields, RecordFields } from './site/Fields.tsx';
export { JobStrip } from './site/JobStrip.tsx';
export { Covered, LastKnown, ReadOnly } from './site/LastKnown.tsx';
export { Lines } from './site/Lines.tsx';
export { More } from './site/More.tsx';
export { Names, RecordDetails } from './site/Names.tsx';
export { NotASite } from './site/NotASite.tsx';
export { Notes } from './site/Notes.tsx';
export { OutcomeText, Problem, ProblemText } from './site/Problem.tsx';
export { reduce } from './site/reduce.ts';
export { run } from './site/run.ts';
export { SitePassword } from './site/SitePassword.tsx';
export { connect } from './site/servicePages.ts';
export { Code } from './tracking/Code.tsx';
export { lookAtPage, seesService } from './tracking/look.ts';
export { PageNotes } from './tracking/PageNotes.tsx';

// The style is part of this script, because a linked style sheet could arrive after the views are shown.
const sheet = new CSSStyleSheet();
sheet.replaceSync(style);
document.adoptedStyleSheets.push(sheet);

void keepPrivateLinks(globalThis.preloaded.tab);
