import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import type { Feature } from '../feature.ts'
import { visibleRecords } from '../notes/noted-records.ts'
import { policyList } from './policy-list.ts'
import { policyRoutes } from './policy-routes.ts'
import { searchPolicies } from './search-policies.ts'

export const policyFeature: Feature = {
  routes: policyRoutes,
  areas: { Policy: { list: policyList, allow: sectionRules.Policies.links.Policies } },
  search: [searchPolicies],
  noted: {
    policy: (db, user, ids) =>
      visibleRecords(db, ids, { table: 'policies', key: 'id', visibility: user.visibility('Policy') }),
  },
  menu: { Policies: { allow: sectionRules.Policies.links.Policies, list: policyList, resource: 'Policy' } },
}
