import type { CsrVariant } from '@coverdesk/domain/eligibility/csr-variants.ts'
import type { Benefit, MetalLevel } from '@coverdesk/domain/plans/plan.ts'

/** Maximum cost per person in whole dollars; twice that for a family. */
export interface PlanLimits {
  deductible: number
  moop: number
}

/** Cost sharing of a design in the specification's price format: see `CostSharing`. `!` means after the deductible. */
interface Costs {
  primary: string
  specialist: string
  generic: string
  preferred: string
  brand: string
  specialty: string
  lab: string
  imaging: string
  urgent: string
  emergency: string
  hospital: string
}

interface Share extends PlanLimits, Costs {}

/** A cost-sharing design that insurers offer under their own names. */
export interface PlanDesign {
  metal: MetalLevel
  /** Its rate relative to a standard silver plan, in thousandths. */
  level: number
  hsa: boolean
  standardized: boolean
  /** By variant; '' is the plan without a reduction. */
  shares: Partial<Record<CsrVariant | '', Share>>
}

function share(deductible: number, moop: number, costs: string): Share {
  const [primary, specialist, generic, preferred, brand, specialty, lab, imaging, urgent, emergency, hospital] =
    costs.split(' ')
  const or = (cost: string | undefined) => cost ?? '-1'
  return {
    deductible,
    moop,
    primary: or(primary),
    specialist: or(specialist),
    generic: or(generic),
    preferred: or(preferred),
    brand: or(brand),
    specialty: or(specialty),
    lab: or(lab),
    imaging: or(imaging),
    urgent: or(urgent),
    emergency: or(emergency),
    hospital: or(hospital),
  }
}

const allAfter = (price: string) => Array<string>(11).fill(`${price}!`).join(' ')

const standard87 = share(500, 3000, '20 40 10 20! 60! 250! 0.3! 0.3! 30 0.3! 0.3!')
const standard94 = share(0, 2000, '0 10 0 15 50 150 0.25 0.25 5 0.25 0.25')

/**
 * Designs of each metal level. Standardized ones follow the CMS plan options for the federal exchange (45 CFR 156.201);
 * all figures are the sandbox's own.
 */
export const designs: readonly PlanDesign[] = [
  {
    metal: 'Catastrophic',
    level: 560,
    hsa: false,
    standardized: false,
    shares: { '': share(10_600, 10_600, allAfter('0')) },
  },
  {
    metal: 'Bronze',
    level: 742,
    hsa: true,
    standardized: false,
    shares: { '': share(8300, 8300, allAfter('0')) },
  },
  {
    metal: 'Expanded Bronze',
    level: 765,
    hsa: false,
    standardized: true,
    shares: { '': share(7500, 10_000, '50 100 25 50! 100! 500! 0.5! 0.5! 75 0.5! 0.5!') },
  },
  {
    metal: 'Expanded Bronze',
    level: 781,
    hsa: false,
    standardized: false,
    shares: { '': share(9400, 9400, '35 95 3 125! -1 0.5! 40 0.45! 60 0.45! 0.45!') },
  },
  {
    metal: 'Silver',
    level: 1000,
    hsa: false,
    standardized: true,
    shares: {
      '': share(6000, 8900, '40 80 20 40 80! 350! 0.4! 0.4! 60 0.4! 0.4!'),
      CSR73: share(3000, 7100, '40 80 20 40 80! 350! 0.4! 0.4! 60 0.4! 0.4!'),
      CSR87: standard87,
      CSR94: standard94,
    },
  },
  {
    metal: 'Silver',
    level: 968,
    hsa: false,
    standardized: false,
    shares: {
      '': share(5900, 9100, '0 75 3 55 0.45! 0.45! 25 0.4! 50 0.4! 0.4!'),
      CSR73: share(4450, 7300, '0 70 3 50 0.45! 0.45! 25 0.4! 45 0.4! 0.4!'),
      CSR87: share(850, 3050, '0 35 0 25 0.35! 0.4! 10 0.3! 25 0.3! 0.3!'),
      CSR94: share(100, 1450, '0 10 0 10 0.2! 0.3! 0 0.15! 10 0.15! 0.15!'),
    },
  },
  {
    metal: 'Silver',
    level: 986,
    hsa: false,
    standardized: false,
    shares: {
      '': share(4800, 9400, '30 70 10 60! 0.5! 0.5! 0.35! 0.35! 60 0.35! 0.35!'),
      CSR73: share(3600, 7350, '30 65 10 55! 0.5! 0.5! 0.35! 0.35! 60 0.35! 0.35!'),
      CSR87: share(700, 2600, '10 30 0 30! 0.4! 0.5! 0.25! 0.25! 30 0.25! 0.25!'),
      CSR94: share(0, 1200, '0 10 0 15 0.2 0.3 0.1 0.1 10 0.1 0.1'),
    },
  },
  {
    metal: 'Silver',
    level: 1024,
    hsa: false,
    standardized: false,
    shares: {
      '': share(3500, 9250, '25 60 5 45 0.4! 0.5! 35 250! 45 500! 0.3!'),
      CSR73: share(2750, 7150, '25 55 5 45 0.4! 0.5! 35 225! 45 450! 0.3!'),
      CSR87: share(600, 2900, '10 30 0 25 0.3! 0.4! 15 100! 25 250! 0.2!'),
      CSR94: share(0, 1350, '0 5 0 10 0.2 0.3 5 50 5 100 0.1'),
    },
  },
  {
    metal: 'Gold',
    level: 1062,
    hsa: false,
    standardized: true,
    shares: { '': share(2000, 8200, '30 60 15 30 60 250 0.25! 0.25! 45 0.25! 0.25!') },
  },
  {
    metal: 'Gold',
    level: 1118,
    hsa: false,
    standardized: false,
    shares: { '': share(900, 7400, '10 45 3 35 0.3! 0.4! 20 150! 35 350! 0.2!') },
  },
  {
    metal: 'Platinum',
    level: 1345,
    hsa: false,
    standardized: false,
    shares: { '': share(0, 4300, '10 20 5 10 50 150 0.1 100 15 100 350') },
  },
]

type Named = readonly [name: string, cost: keyof Costs | 'free' | 'none', limit?: string]

/** Benefits by the exchanges' names, each with the field that sets its price. */
const benefits: readonly Named[] = [
  ['Primary Care Visit to Treat an Injury or Illness', 'primary'],
  ['Specialist Visit', 'specialist'],
  ['Preventive Care/Screening/Immunization', 'free'],
  ['Urgent Care Centers or Facilities', 'urgent'],
  ['Emergency Room Services', 'emergency'],
  ['Emergency Transportation/Ambulance', 'emergency'],
  ['Inpatient Hospital Services (e.g., Hospital Stay)', 'hospital'],
  ['Outpatient Surgery Physician/Surgical Services', 'hospital'],
  ['Generic Drugs', 'generic'],
  ['Preferred Brand Drugs', 'preferred'],
  ['Non-Preferred Brand Drugs', 'brand'],
  ['Specialty Drugs', 'specialty'],
  ['Laboratory Outpatient and Professional Services', 'lab'],
  ['X-rays and Diagnostic Imaging', 'imaging'],
  ['Imaging (CT/PET Scans, MRIs)', 'imaging'],
  ['Mental/Behavioral Health Outpatient Services', 'primary'],
  ['Prenatal and Postnatal Care', 'primary'],
  ['Delivery and All Inpatient Services for Maternity Care', 'hospital'],
  ['Outpatient Rehabilitation Services', 'specialist', '35 Visit(s) per Year'],
  ['Chiropractic Care', 'specialist', '26 Visit(s) per Year'],
  ['Home Health Care Services', 'hospital', '60 Visit(s) per Year'],
  ['Durable Medical Equipment', 'hospital'],
  ['Routine Eye Exam for Children', 'free', '1 Exam(s) per Year'],
  ['Dental Check-Up for Children', 'primary', '2 Visit(s) per Year'],
  ['Routine Dental Services (Adult)', 'none'],
]

/** Price of each benefit; out of network either half or everything is paid. */
export function benefitsOf(shared: Costs, outside: '0.5!' | '-1'): Benefit[] {
  return benefits.map(([name, by, limit]) => {
    if (by === 'none') return { name, covered: false, cost_sharings: [], limit: null }
    const within = by === 'free' ? '0' : shared[by]
    return {
      name,
      covered: true,
      cost_sharings: [
        { network_tier: 'In-Network', ...priceOf(within) },
        { network_tier: 'Out-of-Network', ...priceOf(by === 'emergency' ? within : outside) },
      ],
      limit: limit ?? null,
    }
  })
}

const priceOf = (cost: string) => ({ price: cost.replace('!', ''), after_deductible: cost.endsWith('!') })
