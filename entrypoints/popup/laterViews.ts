/** The views that no first paint shows, and what no first paint needs, as one script that is loaded after it. */
export { PasswordField } from '@/components/PasswordField.tsx';
export { ProblemNote } from '@/components/ProblemNote.tsx';
export { AboutRecord } from './AboutRecord.tsx';
export { ConnectionSwitch } from './ConnectionSwitch.tsx';
export { CoveredSite } from './CoveredSite.tsx';
export { DeleteSite } from './DeleteSite.tsx';
export { JobStrip } from './JobStrip.tsx';
export { LastKnown } from './LastKnown.tsx';
export { MoreFields } from './MoreFields.tsx';
export { NameChoice } from './NameChoice.tsx';
export { NotASite } from './NotASite.tsx';
export { OtherFields } from './OtherFields.tsx';
export { reloadPopup } from './reload.ts';
export { SitePassword } from './SitePassword.tsx';
export { reduce } from './site/reduce.ts';
export { lookAtPage } from './tracking/look.ts';
export { Tracking } from './tracking/Tracking.tsx';
