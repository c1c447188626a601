/** Terms of a planted carrier, written from the definitions of the field; nothing of the product is used to work out what is due. */
export interface PlantedCarrier {
  name: string
  /** Months from a month of coverage to its statement. */
  arrears: number
  newPeriod: 'year' | 'twelve'
  /** Whole cents. */
  tolerance: number
  firstLag: number
  rates: readonly PlantedRate[]
}

export interface PlantedRate {
  business: 'new' | 'renewal' | 'both'
  basis: 'member' | 'policy' | 'percent'
  /** Whole cents, or hundredths of a percent. */
  amount: number
  cap?: number
  /** The rate is for plans with this metal level, or this name; without one for all others. */
  metal?: string
  plan?: string
  states?: readonly string[]
  pays?: false
}

const member = (business: 'new' | 'renewal', amount: number, more: Partial<PlantedRate> = {}): PlantedRate => ({
  business,
  basis: 'member',
  amount,
  cap: 5,
  ...more,
})
const west = (states: readonly string[], more: number): PlantedRate[] => [
  member('new', 18_00 + more, { states }),
  member('renewal', 12_00 + more, { states }),
  member('new', 24_50 + more, { states, metal: 'Gold' }),
  member('renewal', 16_75 + more, { states, metal: 'Gold' }),
]

/** Plan that a carrier of the bench pays nothing for. */
export const unpaidPlan = 'Bronze Zero 9000'

export const plantedCarriers: readonly PlantedCarrier[] = [
  {
    name: 'Leak North',
    arrears: 0,
    newPeriod: 'year',
    tolerance: 0,
    firstLag: 1,
    rates: [member('new', 20_00), member('renewal', 15_00)],
  },
  {
    name: 'Leak South',
    arrears: 1,
    newPeriod: 'twelve',
    tolerance: 5,
    firstLag: 0,
    rates: [
      { business: 'new', basis: 'policy', amount: 31_25 },
      { business: 'renewal', basis: 'policy', amount: 22_50 },
    ],
  },
  {
    name: 'Leak East',
    arrears: 0,
    newPeriod: 'year',
    tolerance: 0,
    firstLag: 0,
    rates: [
      { business: 'new', basis: 'percent', amount: 450 },
      { business: 'renewal', basis: 'percent', amount: 250 },
    ],
  },
  {
    name: 'Leak West',
    arrears: 0,
    newPeriod: 'twelve',
    tolerance: 0,
    firstLag: 0,
    rates: [
      ...west(['FL'], 0),
      ...west(['GA', 'TX'], 1_00),
      { business: 'both', basis: 'member', amount: 0, plan: unpaidPlan, pays: false },
    ],
  },
]
