import type { Feature } from '../feature.ts'
import { contactComparisonJob } from './compare-contacts.ts'
import { contactRoutes } from './contact-routes.ts'
import { searchContacts } from './search-contacts.ts'

export const contactFeature: Feature = {
  routes: contactRoutes,
  jobs: ({ services: { db } }) => [contactComparisonJob(db)],
  search: [searchContacts],
}
