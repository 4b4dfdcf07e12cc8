/** Longer names are set smaller. */
const longHost = 36;

/** A host as people read it, with the form that is registered beside it where the two differ. */
export function SiteName({ host, unicode }: { host: string; unicode?: string }) {
  const international = unicode && unicode !== host;
  return (
    <>
      <bdi class={host.length > longHost ? 'host long' : 'host'}>{international ? unicode : host}</bdi>
      {international && <bdi class="punycode hint">{host}</bdi>}
    </>
  );
}
