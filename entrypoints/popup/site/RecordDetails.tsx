import { RecordNames } from '@/components/RecordNames.tsx';
import { ShareLink } from '@/components/ShareLink.tsx';
import type { Website } from '@/lib/services/index.ts';

/** Details of a record that only some kinds of service have: a name, several hosts, a public page. */
export const RecordDetails = ({ website, host }: { website: Website; host: string }) => (
  <>
    <RecordNames website={website} host={host} />
    {website.share_url && <ShareLink url={website.share_url} />}
  </>
);
