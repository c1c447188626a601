import { linkedCustomers } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { createCustomerOf } from './create-customer.ts'
import { marketplaceExport } from './marketplace-list.ts'
import { detailOf, findApplication } from './marketplace-queries.ts'
import { refetchApplication } from './refetch-application.ts'
import { updateApplication } from './update-application.ts'

/** Files of applications are uploaded through upload-routes.ts. */
export function marketplaceRoutes(on: Bind): void {
  on(marketplace.list, (call, query) =>
    listOrExport(call, marketplaceExport, query, call.user.visibility('Application')),
  )
  on(marketplace.one, async ({ db, user }, { appId }) => detailOf(await findApplication(db, user, appId)))
  on(marketplace.update, updateApplication)
  on(marketplace.refetch, refetchApplication)
  on(linkedCustomers.create, createCustomerOf)
}
