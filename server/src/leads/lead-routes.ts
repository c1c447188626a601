import { customerMaking } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { agentsOfOpenableCustomers } from '../customers/openable-customers.ts'
import { changesSince } from '../history/record-changes.ts'
import { statusHistory } from '../history/status-history.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { createLead, editLead, setDisposition } from './change-lead.ts'
import { leadExport } from './lead-list.ts'
import { findLead } from './lead-queries.ts'
import { makeCustomerOfLead } from './make-customer-of-lead.ts'

/** Lead files are imported by the upload routes (upload-routes.ts). */
export function leadRoutes(on: Bind): void {
  on(leads.list, (call, query) => {
    const agents = agentsOfOpenableCustomers(call.user)
    return listOrExport(call, leadExport, query, call.user.visibility('Lead'), agents && `{${agents.join()}}`)
  })
  on(leads.one, ({ db, user }, { id }) => findLead(db, user, user.visibility('Lead'), id))
  on(leads.create, createLead)
  on(leads.edit, editLead)
  on(customerMaking.ofLead, makeCustomerOfLead)
  on(leads.setDisposition, setDisposition)
  on(leads.history, async ({ db, user }, { id }) => {
    await findLead(db, user, user.visibility('Lead'), id)
    return { statuses: await statusHistory(db, 'lead', id), changes: await changesSince(db, 'lead', id) }
  })
}
