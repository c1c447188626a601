import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import type { Feature } from '../feature.ts'
import { visibleRecords } from '../notes/noted-records.ts'
import { bulkList } from '../platform/lists/bulk-list.ts'
import { assignLeads, setDispositions } from './change-many-leads.ts'
import { leadList } from './lead-list.ts'
import { leadRoutes } from './lead-routes.ts'
import { searchLeads } from './search-leads.ts'

export const leadFeature: Feature = {
  routes: leadRoutes,
  areas: { Lead: { list: leadList, allow: sectionRules.Leads.allow } },
  search: [searchLeads],
  menu: { Leads: { allow: sectionRules.Leads.allow, list: leadList, resource: 'Lead' } },
  bulk: { 'lead.agent': assignLeads, 'lead.disposition': setDispositions },
  bulkLists: {
    lead: bulkList(
      leads.list.input,
      () => leadList,
      (user) => user.visibility('Lead'),
    ),
  },
  noted: {
    lead: (db, user, ids) =>
      visibleRecords(db, ids, { table: 'leads', key: 'id', visibility: user.visibility('Lead') }),
  },
}
