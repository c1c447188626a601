import css from './month-tiles.module.css'

const columns = 40
const rows = 34
const pitch = 42

/** Decoration of the login form: a grid of month tiles in the brand's color. */
export function MonthTiles() {
  return (
    <div className={css.field} aria-hidden="true">
      <svg aria-hidden="true" width={columns * pitch} height={rows * pitch}>
        {tiles.map(({ x, y, kind }) => (
          <rect key={`${x} ${y}`} x={x} y={y} width="34" height="34" rx="6" className={css[kind]} />
        ))}
      </svg>
    </div>
  )
}

type Kind = 'none' | 'faint' | 'light' | 'strong' | 'green' | 'amber'

/** Each row is a policy that runs, changes and ends; deterministic. */
const tiles = Array.from({ length: rows * columns }, (_, index) => {
  const row = Math.floor(index / columns)
  const column = index % columns
  return { x: column * pitch, y: row * pitch - 8, kind: kindOf(row, column) }
})

function kindOf(row: number, column: number): Kind {
  const end = noise(row, 7) < 0.35 ? 8 + Math.floor(noise(row, 11) * 14) : columns
  if (column > end) return 'none'
  const chance = noise(row * 61 + column, column)
  if (column === end || chance > 0.982) return 'strong'
  if (chance > 0.955) return 'green'
  if (chance > 0.945) return 'amber'
  return chance < 0.3 ? 'light' : 'faint'
}

/** Pseudo-random number from 0 to 1 for two inputs: the fraction of a large sine. */
function noise(a: number, b: number): number {
  const value = Math.sin(a * 127.1 + b * 311.7) * 43758.5453
  return value - Math.floor(value)
}
