import { benefitPrice, countyFips, ratingArea, zipCodes } from '@coverdesk/domain/plan-data/plan-file-values.ts'
import type { Benefit, CostSharing } from '@coverdesk/domain/plans/plan.ts'
import type { AddRow, PlanCells, PlanFileReader } from './plan-cells.ts'
import { isIndividualMedical } from './read-plans-file.ts'

const variantId = /^(\d{5}[A-Z]{2}\d{7})-(\d{2})$/

/** Reads a file of benefits: consecutive rows of a variant become one record. */
export function readBenefits(add: AddRow): PlanFileReader {
  let current: { id: string; plan: string; variant: string; benefits: Benefit[] } | null = null
  const parts = new Map<string, number>()
  const write = () => {
    if (!current) return
    const part = parts.get(current.id) ?? 0
    parts.set(current.id, part + 1)
    add([current.plan, current.variant, String(part), JSON.stringify(current.benefits)])
  }
  return {
    into: 'plan_benefits (file_id, plan_id, variant, part, benefits)',
    row: (cells) => {
      const whole = cells.text('plan')
      if (current?.id !== whole) {
        const id = variantId.exec(whole)
        if (!id) return { column: 'plan', reason: 'must be a plan with its variant, such as 12345FL0010001-01' }
        write()
        current = { id: whole, plan: id[1] ?? '', variant: id[2] ?? '', benefits: [] }
      }
      const name = cells.text('name')
      if (name === '') return { column: 'name', reason: 'must be the name of a benefit' }
      current.benefits.push(benefitOf(cells, name))
      return true
    },
    end: () => {
      write()
      return []
    },
  }
}

function benefitOf(cells: PlanCells, name: string): Benefit {
  const priced = (network_tier: string, copay: string, coinsurance: string): CostSharing[] => {
    const price = benefitPrice(cells.text(copay), cells.text(coinsurance))
    return price ? [{ network_tier, ...price }] : []
  }
  const [quantity, unit] = [cells.text('quantity'), cells.text('unit')]
  return {
    name,
    covered: /^covered/i.test(cells.text('covered')),
    cost_sharings: [
      ...priced('In-Network', 'copay', 'coinsurance'),
      ...priced('In-Network Tier 2', 'copayTier2', 'coinsuranceTier2'),
      ...priced('Out-of-Network', 'copayOut', 'coinsuranceOut'),
    ],
    limit: quantity === '' ? null : [quantity.replace(/\.0+$/, ''), unit].filter(Boolean).join(' '),
  }
}

export function readServiceAreas(add: AddRow): PlanFileReader {
  return {
    into: 'plan_service_areas (file_id, state, issuer_id, service_area_id, county_fips, zips)',
    row: (cells) => {
      if (!isIndividualMedical(cells)) return false
      const area = cells.text('serviceArea')
      if (area === '') return { column: 'serviceArea', reason: 'must be a service area such as FLS001' }
      const owner = [cells.text('state').toUpperCase(), cells.text('issuer'), area]
      if (/^y/i.test(cells.text('entireState'))) {
        add([...owner, '', ''])
        return true
      }
      const county = countyFips(cells.text('county'))
      if (county === null) return { column: 'county', reason: 'must be the code of a county such as 12086' }
      const zips = zipCodes(cells.text('zips'))
      if (zips === null) return { column: 'zips', reason: 'must be ZIP codes such as 33139, 33140' }
      const isPartial = /^y/i.test(cells.text('partial'))
      if (isPartial && zips.length === 0)
        return { column: 'zips', reason: 'must name the ZIP codes of a county that is covered in part' }
      add([...owner, county, isPartial ? `{${zips.join(',')}}` : ''])
      return true
    },
    end: () => [],
  }
}

export function readNetworks(add: AddRow): PlanFileReader {
  return {
    into: 'plan_networks (file_id, issuer_id, network_id, name, url)',
    row: (cells) => {
      if (!isIndividualMedical(cells)) return false
      if (cells.text('network') === '') return { column: 'network', reason: 'must be a network such as FLN001' }
      if (cells.text('name') === '') return { column: 'name', reason: 'must be the name of a network' }
      const url = cells.text('url')
      const whole = url === '' || /^https?:\/\//i.test(url) ? url : `https://${url}`
      if (whole !== '' && (whole.length > 500 || !URL.canParse(whole)))
        return { column: 'url', reason: 'must be an address of the web of at most 500 characters' }
      add([cells.text('issuer'), cells.text('network'), cells.text('name'), whole])
      return true
    },
    end: () => [],
  }
}

export function readCrosswalk(add: AddRow): PlanFileReader {
  const planId = /^\d{5}[A-Z]{2}\d{7}$/
  return {
    into: 'plan_crosswalks (file_id, state, from_plan_id, to_plan_id, level, reason, fips, zip)',
    row: (cells) => {
      if (/^y/i.test(cells.text('dental'))) return false
      const [from, to] = [cells.text('from'), cells.text('to')]
      if (!planId.test(from)) return { column: 'from', reason: 'must be a plan id such as 12345FL0010001' }
      if (to !== '' && !planId.test(to)) return { column: 'to', reason: 'must be a plan id, or empty' }
      const county = cells.text('county')
      const fips = county === '' || county === '0' ? '' : countyFips(county)
      if (fips === null) return { column: 'county', reason: 'must be the code of a county such as 12086' }
      const zip = cells.text('zip').replace(/^0$/, '')
      add([
        cells.text('state').toUpperCase(),
        from,
        to,
        cells.text('level') || 'Unknown',
        cells.text('reason'),
        fips,
        zip,
      ])
      return true
    },
    end: () => [],
  }
}

/** Reads the rating areas of counties; `counties` has the codes of counties by state and lower-case name. */
export function readRatingAreas(add: AddRow, counties: ReadonlyMap<string, string>): PlanFileReader {
  return {
    into: 'plan_rating_areas (file_id, state, county_fips, zip, area)',
    row: (cells) => {
      const area = ratingArea(cells.text('area'))
      if (area === null) return { column: 'area', reason: 'must be a rating area such as Rating Area 1' }
      const state = cells.text('state').toUpperCase()
      const text = cells.text('county')
      const zip = cells.text('zip')
      if (zip !== '' && !/^\d{3}(\d{2})?$/.test(zip))
        return { column: 'zip', reason: 'must be a ZIP code or its first three digits' }
      const county = text === '' ? '' : (countyFips(text) ?? counties.get(`${state} ${text.toLowerCase()}`))
      if (county === undefined) return { column: 'county', reason: `is no county of ${state}` }
      if (county === '' && zip === '')
        return { column: 'county', reason: 'must be a county, or the row needs a ZIP code' }
      add([state, county, zip, String(area)])
      return true
    },
    end: () => [],
  }
}
