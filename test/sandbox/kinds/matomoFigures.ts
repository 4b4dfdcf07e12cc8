import { day } from './hits.ts';
import { addresses, type Form, isNone, type Method, Refused, type Sites, seen, viewable } from './matomoRows.ts';

/** Returns the id of the website that the figures are about. Throws Refused or NotAllowed. */
const counted = (form: Form, sites: Sites): string => {
  const row = seen(form, sites);
  if (row) return `${row.idsite}`;
  throw new Refused(isNone(form));
};
/** The methods that report visits. */
export const figures: Record<string, Method> = {
  'Live.getLastVisitsDetails': (form, sites) =>
    sites.hits
      .visits(counted(form, sites))
      .toReversed()
      .map((at) => ({ idVisit: 1, lastActionTimestamp: Math.floor(at / 1000), actionDetails: [] })),
  'VisitsSummary.getVisits': (form, sites) => {
    const ids = (form.get('idSite') ?? '').split(',');
    const visits = ids.map((id) => {
      counted(new URLSearchParams({ idSite: id }), sites);
      return sites.hits.visits(id, Date.now() - 7 * day).length;
    });
    return ids.length > 1 ? Object.fromEntries(ids.map((id, at) => [id, visits[at]])) : { value: visits[0] };
  },
  'MultiSites.getAll': (_form, sites) =>
    viewable(sites).map(({ idsite, name, urls }) => ({
      label: name,
      nb_visits: sites.hits.visits(`${idsite}`, Date.now() - 7 * day).length,
      nb_actions: sites.hits.since(`${idsite}`, Date.now() - 7 * day).length,
      idsite,
      main_url: addresses(urls)[0],
    })),
};
