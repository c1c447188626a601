import { linkedCustomers } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import type { Brands } from '../platform/config/brands.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { createCustomerOf } from './create-customer.ts'
import { exportMarketplace } from './export-marketplace.ts'
import { marketplaceList } from './marketplace-list.ts'
import { detailOf, findApplication } from './marketplace-queries.ts'
import { refetchApplication } from './refetch-application.ts'
import { updateApplication } from './update-application.ts'

/** Files of applications are uploaded through upload-routes.ts. */
export function marketplaceRoutes(on: Bind, { brands }: { brands: Brands }): void {
  on(marketplace.list, (call, query) => {
    if (call.format) return exportMarketplace(call, call.format, query, brands)
    return listPage(call.db, marketplaceList, query, call.user.visibility('Application'))
  })
  on(marketplace.one, async ({ db, user }, { appId }) => detailOf(await findApplication(db, user, appId)))
  on(marketplace.update, updateApplication)
  on(marketplace.refetch, refetchApplication)
  on(linkedCustomers.create, createCustomerOf)
}
