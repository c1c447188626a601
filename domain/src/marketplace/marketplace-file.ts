import type { FileField, FileShape } from '../uploads/file-shape.ts'

const text = (name: string, column: string, maxLength: number, synonyms: readonly string[] = []): FileField => ({
  name,
  column,
  kind: 'text',
  maxLength,
  synonyms,
})

/** Fields by their API names, with the headings of exchanges' client exports (A-086). */
const own: readonly FileField[] = [
  {
    ...text('exchangeAssignedId', 'exchange_assigned_id', 50, [
      'Exchange ID',
      'FFM App ID',
      'ffm_app_id',
      'FFMApplicationID',
    ]),
    required: true,
  },
  { name: 'snapshotDate', column: 'snapshot_day', kind: 'date', synonyms: ['last_ede_sync', 'Snapshot'] },
  text('userFirstName', 'user_first_name', 150, ['First Name']),
  text('userLastName', 'user_last_name', 150, ['Last Name']),
  { name: 'userPhone', column: 'user_phone', kind: 'phone', synonyms: ['Phone', 'Phone Number'] },
  { name: 'userEmail', column: 'user_email', kind: 'email', synonyms: ['Email', 'Email Address'] },
  text('userAddress', 'user_address', 200, ['Address', 'Street Address']),
  text('userAddressCity', 'user_city', 100, ['City']),
  text('userAddressCounty', 'user_county', 100, ['County']),
  { name: 'userAddressStateCode', column: 'user_state', kind: 'state', synonyms: ['State'] },
  { name: 'userAddressZipCode', column: 'user_zip_code', kind: 'zip', synonyms: ['Zip', 'Zip Code'] },
  text('planName', 'plan_name', 200, ['plan_name']),
  text('carrierName', 'carrier_name', 150, ['issuer', 'Carrier']),
  text('agentName', 'agent_name', 200, ['policy_aor', 'Agent On Record', 'Agent']),
  {
    name: 'agentNpn',
    column: 'agent_npn',
    kind: 'digits',
    maxLength: 10,
    synonyms: ['NPN', 'Agent NPN', 'policy_aor_npn'],
  },
  text('agentSaleName', 'sale_agent_name', 200, ['Sales Agent', 'Selling Agent']),
  {
    name: 'eligibilityAPTCElected',
    column: 'aptc_elected',
    kind: 'amount',
    synonyms: ['APTC', 'APTC Elected', 'APTC Applied'],
  },
  text('raw', 'raw', 500_000),
]

/** Policy fields of an export; files with the raw data do not need them. */
const ofPolicy: readonly FileField[] = [
  text('policyExchangeId', 'policy_exchange_id', 50, ['ffm_subscriber_id', 'id_exchange']),
  text('policyIssuerId', 'policy_issuer_id', 50, ['issuer_assigned_policy_id', 'id_issuer']),
  text('planId', 'plan_id', 30, ['plan_hios_id']),
  { name: 'dateEffective', column: 'policy_effective', kind: 'date', synonyms: ['effective_date'] },
  { name: 'dateExpiration', column: 'policy_expiration', kind: 'date', endsOpen: true, synonyms: ['expiration_date'] },
  { name: 'premium', column: 'policy_premium', kind: 'amount', synonyms: ['gross_premium'] },
  { name: 'responsibility', column: 'policy_responsibility', kind: 'amount', synonyms: ['net_premium'] },
  text('policyStatus', 'policy_status', 60, ['policy_status']),
]

/** File of marketplace applications, identified by the exchange's id. A repeated id updates the same application. */
export const marketplaceFile: FileShape = {
  kind: 'marketplace',
  fields: [...own, ...ofPolicy],
  key: 'exchangeAssignedId',
  repeats: 'newer',
  derived: [],
}
