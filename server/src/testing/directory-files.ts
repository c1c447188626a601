import type { FileWorld } from './plan-files.ts'

/** Doctors and a clinic, of whom two have the same name. None exists: NPIs begin with 1 or 2. */
export const doctors = [
  { npi: '9000000001', name: ['Ximena', 'Q', 'Ozorio'], specialty: 'Cardiology', city: 'Miami' },
  { npi: '9000000002', name: ['Ximena', '', 'Ozorio'], specialty: 'Pediatrics', city: 'Tampa' },
  { npi: '9000000003', name: ['Bartholomew', '', 'Quillfeather'], specialty: 'Family Medicine', city: 'Orlando' },
  { npi: '9000000004', name: ['Éloïse', '', "O'Marchetti"], specialty: 'Dermatology', city: 'Miami' },
] as const
export const clinic = {
  npi: '9000000009',
  name: 'Example Bayfront Clinic',
  kind: 'Urgent Care',
  city: 'Miami',
} as const

export const drugs = [
  { rxcui: '99000001', name: 'examplostatin 20 MG Oral Tablet' },
  { rxcui: '99000002', name: 'examplostatin 40 MG Oral Tablet' },
  { rxcui: '99000003', name: 'Inventolol 5 MG Oral Capsule' },
] as const

/** Whether a plan of the world covers a doctor or drug: the truth that files and the test server state. */
export function isCovered(id: string, planId: string): boolean {
  return (Number(id.slice(-1)) + Number(planId.slice(-1))) % 3 !== 0
}

/** Issuers that publish their files; the last one of a world does not. */
export const publishers = ({ issuers }: FileWorld): string[] => issuers.slice(0, -1).map(({ id }) => id)

const plansOf = ({ plans }: FileWorld, id: string, issuer: string) =>
  plans.filter((plan) => plan.issuer === issuer && isCovered(id, plan.id)).map((plan) => plan.id)
const named = (world: FileWorld, plan_id: string) => ({ plan_id_type: 'HIOS-PLAN-ID', plan_id, years: [world.year] })

/** Records of an insurer's providers.json; one of them is for the year before only. */
export function providerRecords(world: FileWorld, issuer: string): object[] {
  const plans = (id: string) =>
    plansOf(world, id, issuer).map((plan) => ({ ...named(world, plan), network_tier: 'PREFERRED' }))
  return [
    ...doctors.map(({ npi, name: [first, middle, last], specialty, city }) => ({
      npi,
      type: 'INDIVIDUAL',
      name: { first, middle, last },
      specialty: [specialty],
      accepting: 'accepting',
      addresses: [{ address: '1 Example St', city, state: 'FL', zip: '33165' }],
      plans: plans(npi),
    })),
    {
      npi: clinic.npi,
      type: 'FACILITY',
      facility_name: clinic.name,
      facility_type: [clinic.kind],
      addresses: [{ city: clinic.city, state: 'FL' }],
      plans: plans(clinic.npi),
    },
    {
      npi: '9000000008',
      type: 'INDIVIDUAL',
      name: { first: 'Former', last: 'Doctor' },
      speciality: ['Surgery'],
      plans: [
        { ...named(world, `${issuer}${world.state}0000001`), years: [world.year - 1], network_tier: 'PREFERRED' },
      ],
    },
  ]
}

/** Records of an insurer's drugs.json. */
export function drugRecords(world: FileWorld, issuer: string): object[] {
  return drugs.map(({ rxcui, name }) => ({
    rxnorm_id: rxcui,
    drug_name: name,
    plans: plansOf(world, rxcui, issuer).map((plan) => ({
      ...named(world, plan),
      drug_tier: 'PREFERRED-BRAND',
      prior_authorization: true,
      step_therapy: false,
      quantity_limit: false,
    })),
  }))
}
