import type { AgencyIdentity } from '@coverdesk/domain/agency/agency-identity.ts'
import type { Brands } from '../platform/config/brands.ts'
import type { Db } from '../platform/db/database.ts'
import { agencySettings } from './agency-queries.ts'

/** Shows the agency's stored name and contact as the brand of this server. */
export async function loadAgencyIdentity(db: Db, brands: Brands): Promise<void> {
  const { identity } = await agencySettings(db)
  brands.setIdentity(identity && brandIdentity(identity))
}

/** The brand has phones as links dial them. */
const brandIdentity = ({ name, phone, email }: AgencyIdentity) => ({ name, phone: `+1${phone}`, email })
