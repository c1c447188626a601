import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { callsOfVariant } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import type { Feature } from '../feature.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import { bulkList } from '../platform/lists/bulk-list.ts'
import { assignLost, assignUnpaid } from './assign-unpaid.ts'
import { unpaidList } from './unpaid-list.ts'
import { seenUnpaid } from './unpaid-queries.ts'
import { unpaidRoutes } from './unpaid-routes.ts'

const seesPolicies = (user: SignedIn) => user.visibility('Policy')

export const unpaidFeature: Feature = {
  routes: unpaidRoutes,
  menu: {
    'Unpaid Policies': {
      allow: sectionRules.Policies.links['Unpaid Policies'],
      list: unpaidList('unpaid'),
      resource: 'Policy',
    },
    Lost: { allow: sectionRules.Policies.links.Lost, list: unpaidList('lost'), resource: 'Policy' },
  },
  bulk: { 'unpaid.agent': assignUnpaid, 'lost.agent': assignLost },
  bulkLists: {
    unpaid: bulkList(callsOfVariant.unpaid.list.input, (query) => unpaidList('unpaid', query), seesPolicies),
    lost: bulkList(callsOfVariant.lost.list.input, (query) => unpaidList('lost', query), seesPolicies),
  },
  noted: {
    unpaid: (db, user, ids) => seenUnpaid(db, 'unpaid', user.visibility('Policy'), ids),
    lost: (db, user, ids) => seenUnpaid(db, 'lost', user.visibility('Policy'), ids),
  },
}
