import { claimAreas } from '@coverdesk/domain/access/rights.ts'
import { tidyClaims } from '@coverdesk/domain/users/right-changes.ts'
import { Checkbox } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import css from './claim-matrix.module.css'

const kinds = ['view', 'admin'] as const
/** Row -1 is the header; column 0 is the area. */
interface Place {
  row: number
  column: number
}
const lastRow = claimAreas.length - 1
const steps: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [-99, 0],
  End: [99, 0],
}

/**
 * Claims as a matrix of areas by view and admin. One tab stop: arrows, Home and End move, Space toggles. The first box
 * of a row toggles the row, a header box the column. Locked claims don't change.
 */
export function ClaimMatrix({ locked = () => false }: { locked?: ((claim: string) => boolean) | undefined }) {
  const { field } = useController<{ claims: string[] }, 'claims'>({ name: 'claims' })
  const [place, setPlace] = useState<Place>({ row: -1, column: 0 })
  const grid = useRef<HTMLTableElement>(null)
  const claimed = new Set(field.value)
  const set = (claims: readonly string[], on: boolean) =>
    field.onChange(tidyClaims(on ? [...claimed, ...claims] : field.value.filter((claim) => !claims.includes(claim))))
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const row = Math.min(lastRow, Math.max(-1, place.row + step[0]))
    const column = Math.min(kinds.length, Math.max(0, place.column + step[1]))
    grid.current?.querySelector<HTMLElement>(`[data-place="${row} ${column}"]`)?.focus()
  }
  const box = (row: number, column: number) => {
    const claims = claimsAt(row, column)
    const free = claims.filter((claim) => !locked(claim))
    const count = claims.filter((claim) => claimed.has(claim)).length
    return (
      <Checkbox
        aria-label={nameAt(row, column)}
        data-place={`${row} ${column}`}
        tabIndex={place.row === row && place.column === column ? 0 : -1}
        disabled={free.length === 0}
        checked={count === claims.length}
        indeterminate={count > 0 && count < claims.length}
        onFocus={() => setPlace({ row, column })}
        onChange={() =>
          set(
            free,
            free.some((claim) => !claimed.has(claim)),
          )
        }
      />
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table that keys move in (WAI-ARIA grid)
    <table ref={grid} role="grid" aria-label="Claims" className={css.matrix} onKeyDown={move}>
      <thead>
        <tr>
          <th scope="col">
            <span className={css.area}>
              {box(-1, 0)}
              <span>Area</span>
            </span>
          </th>
          {kinds.map((kind, index) => (
            <th key={kind} scope="col">
              <span className={css.kind}>
                {box(-1, index + 1)}
                <span>{kind}</span>
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {claimAreas.map((area, row) => (
          <tr key={area}>
            <th scope="row">
              <span className={css.area}>
                {box(row, 0)}
                <span>{area}</span>
              </span>
            </th>
            {kinds.map((kind, index) => (
              <td key={kind}>{box(row, index + 1)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Claims that a checkbox toggles. */
function claimsAt(row: number, column: number): string[] {
  const areas = row === -1 ? claimAreas : claimAreas.slice(row, row + 1)
  const ofKind = column === 0 ? kinds : kinds.slice(column - 1, column)
  return areas.flatMap((area) => ofKind.map((kind) => `${kind}.${area}`))
}

function nameAt(row: number, column: number): string {
  const area = row === -1 ? 'All areas' : claimAreas[row]
  return column === 0 ? `${area}, view and admin` : `${area}, ${kinds[column - 1]}`
}
