import type { CarrierRow, carriers, NewCarrier } from '@coverdesk/domain/carriers/carrier-contract.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'

/** Values of the carrier form; HIOS issuer ids as typed: '16842 FL'. */
export type CarrierForm = {
  name: string
  code: string | null
  aliases: string[]
  issuerIds: string[]
  phone: string | null
  portalUrl: string | null
  disputeDays: string | number
  arrears?: string | number | undefined
  newPeriod?: 'year' | 'twelve' | undefined
  tolerance?: string | undefined
}

export const emptyCarrier: CarrierForm = {
  name: '',
  code: '',
  aliases: [],
  issuerIds: [],
  phone: '',
  portalUrl: '',
  disputeDays: '90',
  arrears: '0',
  newPeriod: 'year',
  tolerance: '0.00',
}

const issuerText = ({ issuerId, state }: CarrierRow['issuerIds'][number]) => `${issuerId} ${state}`

export function formOfCarrier(carrier: CarrierRow): CarrierForm {
  const { name, code, aliases, issuerIds, phone, portalUrl, disputeDays, arrears, newPeriod, tolerance } = carrier
  return {
    name,
    aliases,
    code: code ?? '',
    phone: phone ?? '',
    portalUrl: portalUrl ?? '',
    issuerIds: issuerIds.map(issuerText),
    disputeDays: String(disputeDays),
    arrears: String(arrears),
    newPeriod,
    tolerance,
  }
}

/** Converts the validated form to the call's input. */
export function callOfCarrier(carrier: NewCarrier): InputOf<typeof carriers.create> {
  return { ...carrier, issuerIds: carrier.issuerIds.map(issuerText) }
}
