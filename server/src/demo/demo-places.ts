import type { County } from '../lookups/geography.ts'
import { type DemoRandom, weighted } from './demo-random.ts'
import type { DemoState } from './policies/demo-carriers.ts'

/** A real place of residence. */
export interface DemoPlace {
  state: DemoState
  county: string
  city: string
  zip: string
  areaCode: string
  /** People with a Spanish name, per 1000. */
  spanish: number
  /** Premium level of the rating area relative to the market, in thousandths. */
  level: number
}

interface Metro {
  weight: number
  areaCodes: readonly string[]
  spanish: number
}

interface StateFacts {
  stateId: number
  weight: number
  areaCodes: readonly string[]
  spanish: number
  /** Counties where most people live; the others share a quarter of the state's business. */
  metros: Readonly<Record<string, Metro>>
}

const metro = (weight: number, areaCodes: string, spanish: number): Metro => ({
  weight,
  areaCodes: areaCodes.split(' '),
  spanish,
})

/** Area codes as assigned by the North American Numbering Plan; weights and shares of names are approximate. */
const states: Readonly<Record<DemoState, StateFacts>> = {
  FL: {
    stateId: 12,
    weight: 48,
    areaCodes: ['850', '352', '386', '863', '772'],
    spanish: 180,
    metros: {
      'Miami-Dade': metro(32, '305 786', 720),
      Broward: metro(17, '954 754', 360),
      'Palm Beach': metro(10, '561', 280),
      Orange: metro(12, '407 321', 400),
      Osceola: metro(5, '407 321', 620),
      Hillsborough: metro(9, '813', 360),
      Pinellas: metro(4, '727', 110),
      Duval: metro(4, '904', 110),
      Lee: metro(4, '239', 260),
      Polk: metro(3, '863', 280),
    },
  },
  TX: {
    stateId: 48,
    weight: 24,
    areaCodes: ['903', '254', '806', '936', '361'],
    spanish: 320,
    metros: {
      Harris: metro(26, '713 281 832', 480),
      Dallas: metro(17, '214 972 469', 440),
      Bexar: metro(13, '210', 620),
      Tarrant: metro(12, '817 682', 320),
      Hidalgo: metro(11, '956', 900),
      'El Paso': metro(8, '915', 840),
      Travis: metro(7, '512 737', 340),
      Collin: metro(6, '972 469', 160),
    },
  },
  GA: {
    stateId: 13,
    weight: 16,
    areaCodes: ['478', '706', '229', '912'],
    spanish: 60,
    metros: {
      Fulton: metro(24, '404 678', 90),
      Gwinnett: metro(26, '770 678', 260),
      Cobb: metro(16, '770 678', 160),
      DeKalb: metro(18, '404 678', 110),
      Clayton: metro(9, '770 678', 160),
      Chatham: metro(7, '912', 80),
    },
  },
  NC: {
    stateId: 37,
    weight: 12,
    areaCodes: ['252', '828', '910', '919'],
    spanish: 90,
    metros: {
      Mecklenburg: metro(32, '704 980', 180),
      Wake: metro(26, '919 984', 130),
      Guilford: metro(14, '336', 110),
      Durham: metro(12, '919 984', 160),
      Forsyth: metro(10, '336', 150),
      Cumberland: metro(6, '910', 130),
    },
  },
}

const ruralShare = 0.25

/** Picks places by population, mostly in metropolitan counties. Throws if the geography lacks a state. */
export function demoPlaces(geography: readonly County[]): (random: DemoRandom) => DemoPlace {
  const codes: readonly DemoState[] = ['FL', 'TX', 'GA', 'NC']
  const pickState = weighted(codes.map((code) => [placesOf(code, geography), states[code].weight] as const))
  return (random) => pickState(random)(random)
}

function placesOf(state: DemoState, geography: readonly County[]): (random: DemoRandom) => DemoPlace {
  const facts = states[state]
  const counties = geography.filter((county) => county.stateId === facts.stateId && county.cities.length > 0)
  const total = Object.values(facts.metros).reduce((sum, { weight }) => sum + weight, 0)
  const rural = (total * ruralShare) / (1 - ruralShare) / (counties.length - Object.keys(facts.metros).length)
  const pick = weighted(
    counties.map((county) => {
      const found = facts.metros[county.name]
      return [choices(state, county, found ?? facts), found?.weight ?? rural] as const
    }),
  )
  return (random) => {
    const { county, areaCodes, spanish, level, zips } = pick(random)
    const { city, zip } = random.pick(zips)
    return { state, county, city, zip, areaCode: random.pick(areaCodes), spanish, level }
  }
}

function choices(state: DemoState, county: County, { areaCodes, spanish }: Pick<Metro, 'areaCodes' | 'spanish'>) {
  const zips = county.cities.flatMap(({ name, zips }) => zips.map((zip) => ({ city: name, zip })))
  return { state, county: county.name, areaCodes, spanish, level: 900 + (Number(county.fips) % 11) * 25, zips }
}
