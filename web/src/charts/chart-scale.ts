/** Axis values from 0: four round steps, the last at or above the maximum. */
export function scaleFor(largest: number): { top: number; ticks: readonly number[] } {
  const step = roundStep(Math.max(largest, 1) / steps)
  return { top: step * steps, ticks: Array.from({ length: steps + 1 }, (_, index) => step * index) }
}

const steps = 4
/** Steps within a power of ten; counts have no fractions. */
const roundSizes = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)))
  const size = roundSizes.find((roundSize) => roundSize * power >= least && Number.isInteger(roundSize * power)) ?? 10
  return size * power
}

interface Point {
  x: number
  y: number
}

/**
 * SVG path through points from left to right as a curve that stays between neighboring points, so no month looks larger
 * than it is (monotone cubic, F. N. Fritsch and R. E. Carlson, 1980, with the slopes of M. Steffen, 1990).
 */
export function curveThrough(points: readonly Point[]): string {
  const slopes = points.map((_, index) => slopeAt(points, index))
  return points
    .map((to, index) => {
      const from = points[index - 1]
      if (!from) return `M${at(to.x, to.y)}`
      const third = (to.x - from.x) / 3
      const first = at(from.x + third, from.y + third * (slopes[index - 1] ?? 0))
      return `C${first} ${at(to.x - third, to.y - third * (slopes[index] ?? 0))} ${at(to.x, to.y)}`
    })
    .join('')
}

/** Slope of the curve at a point: zero at the ends and at extremes. */
function slopeAt(points: readonly Point[], index: number): number {
  const [before, here, after] = [points[index - 1], points[index], points[index + 1]]
  if (!before || !here || !after) return 0
  const [left, right] = [rise(before, here), rise(here, after)]
  if (left * right <= 0) return 0
  const between = (left * (after.x - here.x) + right * (here.x - before.x)) / (after.x - before.x)
  return Math.sign(left) * 2 * Math.min(Math.abs(left), Math.abs(right), Math.abs(between) / 2)
}

const rise = (from: Point, to: Point) => (to.y - from.y) / (to.x - from.x)
const at = (x: number, y: number) => `${round(x)},${round(y)}`
const round = (value: number) => Math.round(value * 100) / 100

/** Segment of a ring between two fractions of a full turn, as a closed SVG path around 0,0; starts at the top. */
export function ringSlice(from: number, to: number, { outer, inner }: { outer: number; inner: number }): string {
  // Both ends of a full turn would be one point, and no arc would be drawn.
  const end = Math.min(to, from + 0.9995)
  const large = end - from > 0.5 ? 1 : 0
  const corner = (radius: number, turn: number) =>
    at(radius * Math.sin(turn * 2 * Math.PI), -radius * Math.cos(turn * 2 * Math.PI))
  return `M${corner(outer, from)}A${outer},${outer} 0 ${large} 1 ${corner(outer, end)}L${corner(inner, end)}A${inner},${inner} 0 ${large} 0 ${corner(inner, from)}Z`
}
