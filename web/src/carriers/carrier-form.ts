import type { CarrierRow, carriers, LaterTerms, NewCarrier } from '@coverdesk/domain/carriers/carrier-contract.ts'
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
  laterTerms?: (TermsForm & { from: string })[] | undefined
} & TermsForm

/** Terms of a carrier as typed. */
export type TermsForm = {
  arrears?: string | number | undefined
  newPeriod?: CarrierRow['newPeriod'] | undefined
  tolerance?: string | undefined
  termDateMeans?: CarrierRow['termDateMeans'] | undefined
  graceDays?: string | number | undefined
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
  termDateMeans: 'last',
  graceDays: '31',
  laterTerms: [],
}

const issuerText = ({ issuerId, state }: CarrierRow['issuerIds'][number]) => `${issuerId} ${state}`

export function formOfCarrier(carrier: CarrierRow): CarrierForm {
  const { name, code, aliases, issuerIds, phone, portalUrl, disputeDays, laterTerms } = carrier
  return {
    name,
    aliases,
    code: code ?? '',
    phone: phone ?? '',
    portalUrl: portalUrl ?? '',
    issuerIds: issuerIds.map(issuerText),
    disputeDays: String(disputeDays),
    ...formOfTerms(carrier),
    laterTerms: laterTerms.map(({ from, ...terms }) => ({ from, ...formOfTerms(terms) })),
  }
}

function formOfTerms({ arrears, newPeriod, tolerance, termDateMeans, graceDays }: Omit<LaterTerms, 'from'>): TermsForm {
  return { arrears: String(arrears), newPeriod, tolerance, termDateMeans, graceDays: String(graceDays) }
}

/** Converts the validated form to the call's input. */
export function callOfCarrier(carrier: NewCarrier): InputOf<typeof carriers.create> {
  return { ...carrier, issuerIds: carrier.issuerIds.map(issuerText) }
}
